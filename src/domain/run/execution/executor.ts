import { RUN_TIMEOUT_SECONDS } from '#core/limits.ts';
import { withoutFiles } from '#core/task/input/render.ts';
import { type OutputCheck, readOutput } from '#core/task/output/output.ts';
import type { Model, RunError, RunStepKind, TaskDefinition } from '#generated/model/index.ts';
import type { ToolCaller } from '../../tool/tool.port.ts';
import { CANCELLED, type LiveRun } from '../live-run.ts';
import type { Reserve } from '../run.port.ts';
import type { AskableModel, Message, OfferedTools, ToolCall } from './ask-model.ts';
import { noSuchModel, notSetUp, overdrawn, timedOut, unusable } from './failures.ts';
import { historyMessages, historyOf, standaloneQuestion } from './history.ts';
import { ModelFailure } from './model-failure.ts';
import {
  answerIn,
  answerToNothing,
  cite,
  markFilterOf,
  valuesWithPassages,
  withPassages,
} from './passages.ts';
import {
  compileMessages,
  outputSchemaOf,
  repairMessages,
  shown,
  withSchemaInstruction,
} from './prompt.ts';
import { isCostly, limitedParameters, raiseReservation, requestCost } from './reservation.ts';
import { type Retriever, retrieve, searchOf } from './retrieval.ts';
import type { ModelOutput, Outcome, RunJob } from './run-job.ts';
import { createSchemaRefusals, type SchemaUse } from './schema-refusals.ts';
import { sentParameters } from './sent-parameters.ts';
import { createToolRun, offeredTools } from './tool-run.ts';
import { beginStep, endOpenSteps, endStep } from './trace.ts';
import { type Exchange, estimateUsage, type TokenCounter, usageOf } from './usage.ts';

/** What executing a run needs from outside. */
export interface ExecutorPorts {
  /** Reports a failure in the background, where no request is waiting for it. */
  report(error: unknown): void;
  /** Finds passages for tasks with retrieval. */
  retrieve: Retriever;
  callTool: ToolCaller;
  /** Counts tokens. Organisations take turns, so that long texts of one don't delay the others. */
  countTokens(text: string, orgId: string): Promise<number>;
  reserve: Reserve;
}

/** In the providers' own words, for the trace. */
const CUT_OFF = { finish_reason: 'length' };

interface Turn {
  messages: readonly Message[];
  tools?: OfferedTools | undefined;
  /** Collects the model's tool calls. */
  calls?: ToolCall[];
}

/**
 * Executes runs: fills in the prompts, calls the model, validates the output, and calls the model once more if it is
 * invalid. Keeps the run's text, usage and trace up to date; never throws, and writes nothing to the database.
 */
export function createRunExecutor(ports: ExecutorPorts) {
  const refusals = createSchemaRefusals();

  return async function execute(job: RunJob): Promise<Outcome> {
    const { live } = job;
    const seconds = job.definition.parameters.timeout_seconds ?? RUN_TIMEOUT_SECONDS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = (ms: number) => {
      timer = setTimeout(() => {
        const rest = seconds * 1000 - live.worked();
        if (rest <= 0) live.abort.abort(timedOut(live, seconds));
        else watch(Math.min(rest, 1000));
      }, ms);
    };
    watch(seconds * 1000);
    try {
      return await runToEnd(job);
    } catch (reason) {
      const isCancelled = reason === CANCELLED;
      const error = isCancelled ? null : toRunError(reason);
      const status = isCancelled ? 'cancelled' : 'failed';
      endOpenSteps(live, { status, error });
      const valid = live.run.output_valid;
      return { status, output: null, valid, error };
    } finally {
      clearTimeout(timer);
    }
  };

  async function runToEnd(given: RunJob): Promise<Outcome> {
    const { live, definition } = given;
    const model = given.model ?? noSuchModel(definition.model_id);
    const job = await prepare(given, model);
    const { passages } = job;
    const unfound = answerToNothing(job);
    if (unfound) return unfound;
    const messages = compile(job, model);
    const { conversation, ...first } = await converse(job, model, messages);
    let last: ModelOutput = first;
    let check = validate(job, last);
    // An output that was too long once would be too long again.
    if (!check.valid && !last.isCutOff) {
      const repair = [...conversation, ...repairMessages(definition, last.text, check.errors)];
      last = await askForRepair(job, model, repair);
      check = validate(job, last);
    }
    live.run.output_valid = check.valid;
    if (!check.valid) throw unusable(job, last, check);
    const { output } = check;
    const cited =
      passages && output !== null ? cite(live, job, output, last.saysNoAnswer) : undefined;
    return {
      status: 'succeeded',
      output: cited?.output ?? output,
      valid: true,
      error: null,
      ...(cited && { citations: cited.citations }),
    };
  }

  /** Reads the conversation in a chat, and finds passages. */
  async function prepare(job: RunJob, model: AskableModel): Promise<RunJob> {
    const { live, definition, conversation, values } = job;
    const countTokens: TokenCounter = (text) => ports.countTokens(text, live.orgId);
    const aside = { cover: coverMore, countTokens };
    const history = conversation && (await historyOf(job, conversation, model, aside));
    const search = searchOf(definition, values);
    if (history && (definition.retrieval || conversation.documents.length > 0)) {
      search.documents = conversation.documents;
      search.query = await standaloneQuestion(job, history, conversation.question, model, aside);
    }
    const passages = await retrieve(live, definition, search, {
      retrieve: ports.retrieve,
      cover: (cost) => coverMore(live, cost),
      countTokens,
    });
    return {
      ...job,
      ...(history && { history: historyMessages(history) }),
      ...(passages && { passages }),
    };
  }

  /** Calls the model and executes its tool calls, until it makes no more. */
  async function converse(job: RunJob, model: AskableModel, messages: readonly Message[]) {
    const { live, definition } = job;
    const toolRun = createToolRun(job, ports.callTool);
    let conversation = messages;
    for (let round = 0; ; round += 1) {
      const calls: ToolCall[] = [];
      const tools = offeredTools(definition, round);
      const output = await ask(job, model, 'model', { messages: conversation, tools, calls });
      if (calls.length === 0) return { ...output, conversation };
      const replies = await toolRun.execute(calls);
      conversation = [
        ...conversation,
        { role: 'assistant', content: output.text, calls },
        ...replies,
      ];
      restartText(live);
    }
  }

  function compile(job: RunJob, model: AskableModel): readonly Message[] {
    const { live, definition, files, passages } = job;
    const step = beginStep(
      live,
      'compile',
      'prompts',
      withoutFiles(live.run.inputs, definition.variables),
    );
    const values = valuesWithPassages(definition, job.values, passages);
    const filled = withHistory(compileMessages(definition, values, files), job.history);
    const compiled = withPassages(job, filled);
    const hasTools = offeredTools(definition, 0) !== undefined;
    const sent = withSchema(definition, compiled, enforcesSchema(job, model, hasTools));
    endStep(live, step, { status: 'succeeded', output: { messages: shown(sent) } });
    return compiled;
  }

  /** Whether the provider enforces the schema; otherwise the prompt describes it. */
  function enforcesSchema(job: RunJob, { info }: AskableModel, hasTools: boolean): boolean {
    const wants = job.definition.output_format.type === 'fields';
    return (
      wants && info.supports.structured_output && !refusals.has(schemaUse(job, info, hasTools))
    );
  }

  async function ask(
    job: RunJob,
    model: AskableModel,
    kind: RunStepKind,
    turn: Turn,
  ): Promise<ModelOutput> {
    const hasTools = turn.tools !== undefined;
    const isEnforced = enforcesSchema(job, model, hasTools);
    try {
      return await exchange(job, model, kind, turn, isEnforced);
    } catch (error) {
      if (!isEnforced || !mayRefuseSchemas(model, error)) throw error;
      const output = await exchange(job, model, kind, turn, false);
      // Only now is it known that the schema was the reason, and not the prompt.
      refusals.add(schemaUse(job, model.info, hasTools));
      return output;
    }
  }

  function askForRepair(job: RunJob, model: AskableModel, messages: readonly Message[]) {
    restartText(job.live);
    return ask(job, model, 'repair', { messages });
  }

  async function exchange(
    job: RunJob,
    model: AskableModel,
    kind: RunStepKind,
    turn: Turn,
    isEnforced: boolean,
  ): Promise<ModelOutput> {
    const { live, definition } = job;
    const { tools, calls } = turn;
    const messages = withSchema(definition, turn.messages, isEnforced);
    await cover(job, model, messages);
    live.abort.signal.throwIfAborted();
    const { timeout_seconds: _seconds, ...parameters } = limitedParameters(
      definition.parameters,
      model.info,
    );
    const schema = isEnforced ? outputSchemaOf(definition) : undefined;
    const { sent, unsupported } = sentParameters(parameters, model.info);
    const input = {
      messages: shown(messages),
      ...sent,
      ...(unsupported.length > 0 && { not_sent: unsupported }),
      ...(isEnforced && { response_format: 'json_schema' }),
      ...(tools && { tools: tools.tools?.map(({ name }) => name), tool_choice: tools.toolChoice }),
    };
    const step = beginStep(live, kind, model.info.id, input);
    const exchanged: Exchange = { messages, written: '', unseen: '' };
    const filter = markFilterOf(job);
    const before = live.run.output_text.length;
    const shownText = () => (filter ? live.run.output_text.slice(before) : exchanged.written);
    const count: TokenCounter = (text) => ports.countTokens(text, live.orgId);
    live.usageInProgress = () => estimateUsage(exchanged, model.info);
    try {
      if (!model.ask) throw notSetUp(model);
      exchanged.reported = await model.ask({
        messages,
        parameters,
        schema,
        isStreamed: job.isStreamed || isCostly(definition, model.info),
        signal: live.abort.signal,
        tools,
        onToolCall: (call) => calls?.push(call),
        onUnseen: (text) => {
          exchanged.unseen += text;
        },
        onUsage: (usage) => {
          exchanged.reported = { ...usage, isCutOff: false };
        },
        onText: (text) => {
          exchanged.written += text;
          live.run.output_text += filter ? filter.push(text) : text;
          live.run.first_token_ms ??= Math.round(live.elapsed());
          live.changed();
        },
      });
    } catch (reason) {
      // Tokens received before a stop or an interruption were used, and the provider bills them too.
      const { written, unseen, reported } = exchanged;
      const isUsed = live.abort.signal.aborted || written !== '' || unseen !== '' || reported;
      live.usageInProgress = undefined;
      const usage = isUsed && model.ask ? await usageOf(exchanged, model.info, count) : null;
      if (usage) live.charge(usage);
      const status = reason === CANCELLED ? 'cancelled' : 'failed';
      const error = reason === CANCELLED ? null : toRunError(reason);
      endStep(live, step, { status, output: shownText() || null, usage, error });
      throw reason;
    }
    if (filter) live.run.output_text += filter.end();
    const usage = await usageOf(exchanged, model.info, count);
    live.charge(usage);
    const { isCutOff } = exchanged.reported;
    const more = { ...(calls?.length && { tool_calls: calls }), ...(isCutOff && CUT_OFF) };
    const isMore = Object.keys(more).length > 0;
    const output = isMore ? { text: shownText(), ...more } : shownText();
    endStep(live, step, { status: 'succeeded', output, usage });
    return { ...answerIn(job, exchanged.written), isCutOff };
  }

  /** Reserves what the next request may cost, in addition to what the run has already used. */
  async function cover(job: RunJob, { info, ask }: AskableModel, messages: readonly Message[]) {
    const { live, definition, files } = job;
    if (ask) await coverMore(live, requestCost(definition, info, messages, files));
  }

  /** Reserves the cost so far and the maximum cost of the next call. */
  async function coverMore(live: LiveRun, next: number): Promise<void> {
    const used = live.charged.cost;
    if (used === null) return;
    if (!(await raiseReservation(live, used + next, ports.reserve))) throw overdrawn();
  }

  function validate(job: RunJob, last: ModelOutput): OutputCheck {
    const { live, definition, read } = job;
    const step = beginStep(live, 'validate', 'output format', null);
    const found = read?.(last.text) ?? readOutput(definition.output_format, last.text);
    // A text may be cut off at the author's limit. Half of an assistant's output is useless, and so is an
    // empty one.
    const isLost = last.isCutOff && (read !== undefined || last.text.trim() === '');
    const check = isLost ? { ...found, output: null, valid: false } : found;
    const isObject = typeof check.output === 'object';
    endStep(live, step, {
      status: check.valid ? 'succeeded' : 'failed',
      output: isObject ? check.output : null,
      error: check.valid ? null : unusable(job, last, check).error,
    });
    return check;
  }

  function toRunError(reason: unknown): RunError {
    if (reason instanceof ModelFailure) return reason.error;
    ports.report(reason);
    return {
      code: 'internal_error',
      message: 'Something went wrong on our side. The error was logged.',
    };
  }
}

function schemaUse({ live }: RunJob, { id: modelId }: Model, hasTools: boolean): SchemaUse {
  return { orgId: live.orgId, modelId, hasTools };
}

/** Adds the schema to the prompt if the provider does not enforce it. */
function withSchema(
  definition: TaskDefinition,
  messages: readonly Message[],
  isEnforced: boolean,
): readonly Message[] {
  if (definition.output_format.type !== 'fields' || isEnforced) return messages;
  return withSchemaInstruction(messages, outputSchemaOf(definition));
}

/** Inserts the conversation so far before the user prompt. */
function withHistory(
  messages: readonly Message[],
  history: readonly Message[] = [],
): readonly Message[] {
  return [...messages.slice(0, -1), ...history, ...messages.slice(-1)];
}

/** Discards the text so far; the next text replaces it. */
function restartText(live: LiveRun): void {
  if (live.run.output_text === '') return;
  live.run.output_text = '';
  live.resets += 1;
  live.changed();
}

/** OpenAI-compatible servers may not support schemas; they then respond with 400, or some with 500. */
function mayRefuseSchemas({ info }: AskableModel, error: unknown): boolean {
  if (!(error instanceof ModelFailure)) return false;
  const { code, message } = error.error;
  // A content filter's refusal has no cause, because the request itself succeeded.
  const isRefused = code === 'model_refused' && error.cause !== undefined;
  const isFailed = code === 'model_failed' && /grammar|schema|response_format/i.test(message);
  return (isRefused || isFailed) && (info.provider === 'compatible' || info.input_price === null);
}
