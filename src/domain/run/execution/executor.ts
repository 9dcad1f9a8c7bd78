import { RUN_TIMEOUT_SECONDS } from '#core/limits.ts';
import { withoutFiles } from '#core/task/input/render.ts';
import { type OutputCheck, readOutput } from '#core/task/output/output.ts';
import type { AskableModel, Message } from '../../model/ask.ts';
import type { ToolCaller } from '../../tool/tool.port.ts';
import { CANCELLED } from '../live-run.ts';
import { type AskPorts, createAsk } from './ask.ts';
import { historyMessages, historyOf, standaloneQuestion } from './context/history.ts';
import { answerToNothing, cite, valuesWithPassages, withPassages } from './context/passages.ts';
import { type Retriever, retrieve, searchOf } from './context/retrieval.ts';
import { noSuchModel, timedOut, unusable } from './failures.ts';
import { formatStep, isFormattedLast, withFormat } from './format-steps.ts';
import { ModelFailure } from './model-failure.ts';
import { compileMessages, repairMessages, shown } from './prompt.ts';
import type { ModelOutput, Outcome, RunJob } from './run-job.ts';
import { errorOf } from './send.ts';
import { createToolRun, offeredTools, requireCall } from './tools/tool-run.ts';

/** External dependencies of executing a run. */
export interface ExecutorPorts extends AskPorts {
  /** Reports a failure in the background, where no request is waiting for it. */
  report(error: unknown): void;
  /** Finds passages for tasks with retrieval. */
  retrieve: Retriever;
  callTool: ToolCaller;
}

type Ask = ReturnType<typeof createAsk>;

/**
 * Executes runs: fills in the prompts, calls the model, validates the output, and calls the model once more if it is
 * invalid. Keeps the run's text, usage and trace up to date; never throws, and writes nothing to the database.
 */
export function createRunExecutor(ports: ExecutorPorts) {
  return async function execute(job: RunJob): Promise<Outcome> {
    const { live } = job;
    const seconds = job.definition.parameters.timeout_seconds ?? RUN_TIMEOUT_SECONDS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = (ms: number) => {
      timer = setTimeout(() => {
        const rest = seconds * 1000 - live.worked();
        if (rest <= 0) live.abort.abort(timedOut(live.shown, seconds));
        else watch(Math.min(rest, 1000));
      }, ms);
    };
    watch(seconds * 1000);
    try {
      return await runToEnd(job);
    } catch (reason) {
      const isCancelled = reason === CANCELLED;
      if (!isCancelled && !(reason instanceof ModelFailure)) ports.report(reason);
      const error = isCancelled ? null : errorOf(reason);
      const status = isCancelled ? 'cancelled' : 'failed';
      live.shown.endOpenSteps({ status, error });
      const valid = live.run.output_valid;
      return { status, output: null, valid, error };
    } finally {
      clearTimeout(timer);
      await ports.paying.release(live).catch(ports.report);
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
    const ask = createAsk(job, model, ports);
    const { conversation, ...first } = await converse(job, ask, messages);
    let last: ModelOutput = first;
    let check = validate(job, last);
    // An output that was too long once would be too long again.
    if (!check.valid && !last.isCutOff) {
      const repair = [...conversation, ...repairMessages(definition, last.text, check.errors)];
      last = await ask({ kind: 'repair', messages: repair });
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
    const history = conversation && (await historyOf(job, conversation, model, ports));
    const search = searchOf(definition, values);
    if (history && (definition.retrieval || conversation.documents.length > 0)) {
      search.documents = conversation.documents;
      search.query = await standaloneQuestion(job, history, conversation.question, model, ports);
    }
    const passages = await retrieve(live, definition, search, {
      retrieve: ports.retrieve,
      cover: (cost) => ports.paying.coverMore(live, cost),
      countTokens: (text) => ports.countTokens(text, live.orgId),
    });
    const { output_format, tools = [] } = definition;
    const needs = output_format.type === 'fields' || tools.length > 0;
    return {
      ...job,
      ...(needs && {
        capabilities: await ports.capabilitiesOf(model, live.abort.signal, live.payer),
      }),
      ...(history && { history: historyMessages(history) }),
      ...(passages && { passages }),
    };
  }

  /** Calls the model and executes its tool calls, until it makes no more. The last response is its output. */
  async function converse(job: RunJob, ask: Ask, messages: readonly Message[]) {
    const toolRun = createToolRun(job, ports.callTool);
    let conversation = messages;
    for (let round = 0; ; round += 1) {
      const tools = offeredTools(job, round);
      const { calls, ...output } = await ask({ kind: 'model', messages: conversation, tools });
      if (round === 0) requireCall(job, calls);
      if (calls.length === 0) {
        // Another model may have taken over.
        const isLast = isFormattedLast(job, job.capabilities);
        if (!isLast || isUsable(job, output)) return { ...output, conversation };
        return { ...(await ask({ kind: 'model', messages: conversation })), conversation };
      }
      const replies = await toolRun.execute(calls);
      conversation = [
        ...conversation,
        { role: 'assistant', content: output.text, calls },
        ...replies,
      ];
    }
  }

  function compile(job: RunJob, model: AskableModel): readonly Message[] {
    const { live, definition, files, passages } = job;
    const inputs = withoutFiles(live.run.inputs, definition.variables);
    const step = live.shown.beginStep('compile', 'prompts', inputs);
    const values = valuesWithPassages(definition, job.values, passages);
    const filled = withHistory(compileMessages(definition, values, files), job.history);
    const compiled = withPassages(job, filled);
    const tools = offeredTools(job, 0);
    const sent = withFormat(job, model, compiled, formatStep(job, tools), tools !== undefined);
    live.shown.endStep(step, { status: 'succeeded', output: { messages: shown(sent) } });
    return compiled;
  }

  function validate(job: RunJob, last: ModelOutput): OutputCheck {
    const { live, definition, read } = job;
    const step = live.shown.beginStep('validate', 'output format', null);
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
    live.shown.endStep(step, {
      status: check.valid ? 'succeeded' : 'failed',
      output: isObject ? check.output : null,
      error: check.valid ? null : unusable(job, last, check).error,
    });
    return check;
  }
}

/** Whether output that wasn't constrained to the format matches it anyway. */
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
