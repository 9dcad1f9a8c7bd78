import type { RunError, RunStepKind } from '#generated/model/index.ts';
import { type Capabilities, type FormatStep, NEXT_STEP } from '../../../model/capabilities.ts';
import type { Payer } from '../../../model/probe.service.ts';
import { CANCELLED, type LiveRun, payerOf } from '../../live-run.ts';
import type { AskableModel, Message, OfferedTools, ToolCall } from '../ask-model.ts';
import { notSetUp } from '../failures.ts';
import { ModelFailure } from '../model-failure.ts';
import { answerIn } from '../passages.ts';
import type { Paying } from '../paying/paying.ts';
import { isCostly, limitedParameters, requestCover } from '../paying/reservation.ts';
import { estimateUsage, type TokenCounter, usageOf } from '../paying/usage.ts';
import { shown } from '../prompt.ts';
import type { ModelOutput, RunJob } from '../run-job.ts';
import { sentParameters } from '../sent-parameters.ts';
import { beginStep, endStep } from '../trace.ts';
import { fallbackOf } from './fallback.ts';
import { constraintOf, formatStep, withFormat } from './format-steps.ts';
import { receive } from './received.ts';
import { mayNotStream, RETRIES_MAX, retryWait } from './retries.ts';

/** What asking a model needs from outside. */
export interface AskPorts {
  paying: Pick<Paying, 'cover' | 'settle'>;
  capabilitiesOf(model: AskableModel, signal: AbortSignal, payer: Payer): Promise<Capabilities>;
  countTokens(text: string, orgId: string): Promise<number>;
  toRunError(reason: unknown): RunError;
  /** Roughly how long to wait before a model that is busy is called again. */
  retryMs?: number | undefined;
}

export interface Turn {
  messages: readonly Message[];
  tools?: OfferedTools | undefined;
  /** Collects the model's tool calls. */
  calls?: ToolCall[];
  /** The model that failed, for which this one stands in. */
  replaces?: string;
}

/** Asks a run's model, each request in a step of the trace. */
export function createAsk(ports: AskPorts) {
  /** The way that worked before in the same run, with and without tools. */
  const settled = new WeakMap<LiveRun, Map<boolean, FormatStep>>();

  /** Asks the run's model, or the one that stands in for it since it failed. */
  return async function ask(
    job: RunJob,
    given: AskableModel,
    kind: RunStepKind,
    turn: Turn,
  ): Promise<ModelOutput> {
    const { live } = job;
    const model = live.standIn ?? given;
    try {
      return await askInSteps(job, model, kind, turn);
    } catch (error) {
      const next = await fallbackOf(job, model, error);
      if (!next) throw error;
      live.standIn = next;
      settled.delete(live);
      job.capabilities = await ports.capabilitiesOf(next, live.abort.signal, payerOf(live));
      live.restartText();
      return askInSteps(job, next, kind, { ...turn, replaces: model.info.id });
    }
  };

  /**
   * Asks in the strongest way in which the model takes the output format, then in weaker ones if it rejects the request:
   * grammars don't support every schema. The next run starts with the strongest again.
   */
  async function askInSteps(
    job: RunJob,
    model: AskableModel,
    kind: RunStepKind,
    turn: Turn,
  ): Promise<ModelOutput> {
    const hasTools = turn.tools !== undefined;
    const known = settled.get(job.live) ?? new Map<boolean, FormatStep>();
    settled.set(job.live, known);
    const strongest = formatStep(job, turn.tools);
    let format = strongest && (known.get(hasTools) ?? strongest);
    for (;;) {
      try {
        const output = await askPatiently(job, model, kind, turn, format);
        if (format) known.set(hasTools, format);
        return output;
      } catch (error) {
        const weaker = format && NEXT_STEP[format];
        const isRefused = error instanceof ModelFailure && error.isRefusal;
        if (!weaker || !isRefused || model.endpoint === undefined) throw error;
        format = weaker;
      }
    }
  }

  /** Asks again if the model is busy or can't be reached, as long as it hasn't sent anything. */
  async function askPatiently(
    job: RunJob,
    model: AskableModel,
    kind: RunStepKind,
    turn: Turn,
    format: FormatStep | undefined,
  ): Promise<ModelOutput> {
    let isWhole = false;
    for (let retry = 0; ; retry += 1) {
      try {
        return await exchange(job, model, kind, turn, { format, retry, isWhole });
      } catch (error) {
        isWhole ||= mayNotStream(error);
        const wait = retry < RETRIES_MAX ? retryWait(error, retry, ports.retryMs) : undefined;
        if (wait === undefined) throw error;
        await pause(wait, job.live.abort.signal);
      }
    }
  }

  async function exchange(
    job: RunJob,
    model: AskableModel,
    kind: RunStepKind,
    turn: Turn,
    { format, retry, isWhole }: { format: FormatStep | undefined; retry: number; isWhole: boolean },
  ): Promise<ModelOutput> {
    const { live, definition, files, capabilities } = job;
    const { tools, calls, replaces } = turn;
    const { info } = model;
    const messages = withFormat(job, model, turn.messages, format, tools !== undefined);
    const cover = requestCover(definition, info, messages, files);
    if (model.ask) await ports.paying.cover(live, model, cover.cost);
    live.abort.signal.throwIfAborted();
    const { timeout_seconds: _, ...parameters } = limitedParameters(definition.parameters, info);
    const streams = capabilities.streaming && (job.isStreamed || isCostly(definition, info));
    const { sent, unsupported } = sentParameters(parameters, info);
    const input = {
      messages: shown(messages),
      ...sent,
      ...(unsupported.length > 0 && { not_sent: unsupported }),
      ...(format && { response_format: format }),
      ...(tools && { tools: tools.tools?.map(({ name }) => name), tool_choice: tools.toolChoice }),
      ...(retry > 0 && { retry }),
      ...(streams && isWhole && { stream: false }),
      ...(replaces !== undefined && { fallback_for: replaces }),
    };
    const step = beginStep(live, kind, info.id, input);
    const countTokens: TokenCounter = (text) => ports.countTokens(text, live.orgId);
    const reply = receive(job, { stepId: step.id, messages, cover, countTokens, calls });
    const { exchanged, receivers } = reply;
    live.begin(model, () => estimateUsage(exchanged, info));
    let isCutOff: boolean;
    try {
      if (!model.ask) throw notSetUp(model);
      const asking = model.ask({
        messages,
        parameters,
        format: constraintOf(job, format),
        isStreamed: streams && !isWhole,
        tools,
        ...receivers,
      });
      isCutOff = await reply.whole(asking);
    } catch (reason) {
      // Tokens received before a stop or an interruption were used, and the provider bills them too.
      const { written, unseen, reported } = exchanged;
      const isUsed = live.abort.signal.aborted || written !== '' || unseen !== '' || reported;
      live.usageInProgress = undefined;
      const usage = isUsed && model.ask ? await usageOf(exchanged, info, countTokens) : null;
      if (usage) live.charge(usage, model);
      await ports.paying.settle(live, model, usage ? usage.cost : 0);
      const status = reason === CANCELLED ? 'cancelled' : 'failed';
      const error = reason === CANCELLED ? null : ports.toRunError(reason);
      endStep(live, step, { status, output: reply.output({ hasFailed: true }), usage, error });
      live.reasoning = undefined;
      throw reason;
    }
    const usage = await usageOf(exchanged, info, countTokens);
    live.charge(usage, model);
    await ports.paying.settle(live, model, usage.cost);
    endStep(live, step, { status: 'succeeded', output: reply.output({ isCutOff }), usage });
    live.reasoning = undefined;
    const hasReasoned = exchanged.reasoning.trim() !== '';
    return { ...answerIn(job, exchanged.written), isCutOff, hasReasoned };
  }
}

/** @throws the signal's reason when that is aborted */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
