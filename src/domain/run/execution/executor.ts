import { RUN_TIMEOUT_SECONDS } from '#core/limits.ts';
import { withoutFiles } from '#core/task/input/render.ts';
import { type OutputCheck, readOutput } from '#core/task/output/output.ts';
import type { RunError } from '#generated/model/index.ts';
import type { OwnSpending } from '../../endpoint/own-spending.ts';
import type { Capabilities } from '../../model/capabilities.ts';
import type { Payer } from '../../model/probe.service.ts';
import { INTERNAL_ERROR } from '../../problem.ts';
import type { ToolCaller } from '../../tool/tool.port.ts';
import { CANCELLED, payerOf } from '../live-run.ts';
import type { Reserve } from '../run.port.ts';
import type { AskableModel, Message, ToolCall } from './ask-model.ts';
import { createAsk } from './asking/ask.ts';
import { formatStep, isFormattedLast, withFormat } from './asking/format-steps.ts';
import { noSuchModel, timedOut, unusable } from './failures.ts';
import { historyMessages, historyOf, standaloneQuestion } from './history.ts';
import { ModelFailure } from './model-failure.ts';
import { answerToNothing, cite, valuesWithPassages, withPassages } from './passages.ts';
import { createPaying } from './paying/paying.ts';
import type { TokenCounter } from './paying/usage.ts';
import { compileMessages, repairMessages, shown } from './prompt.ts';
import { type Retriever, retrieve, searchOf } from './retrieval.ts';
import type { ModelOutput, Outcome, RunJob } from './run-job.ts';
import { createToolRun, offeredTools, requireCall } from './tool-run.ts';
import { beginStep, endOpenSteps, endStep } from './trace.ts';

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
  refusalOf: (limitId: string, cost: number) => Promise<string>;
  /** What calls of the organisation's own endpoints cost. */
  own: OwnSpending;
  /** What a model can do. */
  capabilitiesOf(model: AskableModel, signal: AbortSignal, payer: Payer): Promise<Capabilities>;
  /** Roughly how long to wait before a model that is busy is called again. */
  retryMs?: number | undefined;
}

/**
 * Executes runs: fills in the prompts, calls the model, validates the output, and calls the model once more if it is
 * invalid. Keeps the run's text, usage and trace up to date; never throws, and writes nothing to the database.
 */
export function createRunExecutor(ports: ExecutorPorts) {
  const { countTokens, retryMs, capabilitiesOf } = ports;
  const paying = createPaying(ports);
  const ask = createAsk({ paying, countTokens, retryMs, toRunError, capabilitiesOf });

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
      await paying.release(live).catch(ports.report);
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

  /** Finds out what the model can do, reads the conversation in a chat, and finds passages. */
  async function prepare(job: RunJob, model: AskableModel): Promise<RunJob> {
    const { live, definition, conversation, values } = job;
    const countTokens: TokenCounter = (text) => ports.countTokens(text, live.orgId);
    const aside = { paying, countTokens };
    const history = conversation && (await historyOf(job, conversation, model, aside));
    const search = searchOf(definition, values);
    if (history && (definition.retrieval || conversation.documents.length > 0)) {
      search.documents = conversation.documents;
      search.query = await standaloneQuestion(job, history, conversation.question, model, aside);
    }
    const passages = await retrieve(live, definition, search, {
      retrieve: ports.retrieve,
      cover: (cost) => paying.coverMore(live, cost),
      countTokens,
    });
    const { output_format, tools = [] } = definition;
    const needs = output_format.type === 'fields' || tools.length > 0;
    return {
      ...job,
      ...(needs && {
        capabilities: await ports.capabilitiesOf(model, live.abort.signal, payerOf(live)),
      }),
      ...(history && { history: historyMessages(history) }),
      ...(passages && { passages }),
    };
  }

  /** Calls the model and executes its tool calls, until it makes no more. The last response is its output. */
  async function converse(job: RunJob, model: AskableModel, messages: readonly Message[]) {
    const { live } = job;
    const toolRun = createToolRun(job, ports.callTool);
    let conversation = messages;
    for (let round = 0; ; round += 1) {
      const calls: ToolCall[] = [];
      const tools = offeredTools(job, round);
      const output = await ask(job, model, 'model', { messages: conversation, tools, calls });
      if (round === 0) requireCall(job, calls);
      if (calls.length === 0) {
        // Another model may have taken over.
        const isLast = isFormattedLast(job, job.capabilities);
        if (!isLast || isUsable(job, output)) return { ...output, conversation };
        live.restartText();
        return { ...(await ask(job, model, 'model', { messages: conversation })), conversation };
      }
      const replies = await toolRun.execute(calls);
      conversation = [
        ...conversation,
        { role: 'assistant', content: output.text, calls },
        ...replies,
      ];
      live.restartText();
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
    const tools = offeredTools(job, 0);
    const sent = withFormat(job, model, compiled, formatStep(job, tools), tools !== undefined);
    endStep(live, step, { status: 'succeeded', output: { messages: shown(sent) } });
    return compiled;
  }

  function askForRepair(job: RunJob, model: AskableModel, messages: readonly Message[]) {
    job.live.restartText();
    return ask(job, model, 'repair', { messages });
  }

  function validate(job: RunJob, last: ModelOutput): OutputCheck {
    const { live, definition, read } = job;
    const step = beginStep(live, 'validate', 'output format', null);
    const found =
      read?.(last.text, last.isCutOff) ?? readOutput(definition.output_format, last.text);
    // A text may be cut off at the author's limit. Half of an assistant's output is useless, and so is an
    // empty one.
    const isEmpty = last.text.trim() === '';
    // A model that only reasons hasn't answered.
    const isHalf = read !== undefined && !found.acceptsCut;
    const isLost = last.isCutOff ? isHalf || isEmpty : isEmpty && last.hasReasoned;
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
    return INTERNAL_ERROR;
  }
}

/** Whether what a model wrote without being held to the format fits it all the same. */
function isUsable({ definition, read }: RunJob, { text }: ModelOutput): boolean {
  return (read?.(text) ?? readOutput(definition.output_format, text)).valid;
}

/** Inserts the conversation so far before the user prompt. */
function withHistory(
  messages: readonly Message[],
  history: readonly Message[] = [],
): readonly Message[] {
  return [...messages.slice(0, -1), ...history, ...messages.slice(-1)];
}
