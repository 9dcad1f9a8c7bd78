import { tokensAtMost } from '#core/run/tokens.ts';
import type { RunError, RunStep, RunStepKind } from '#generated/model/index.ts';
import {
  type Answer,
  type AskableModel,
  addPart,
  type ModelRequest,
  newAnswer,
  type Part,
} from '../../model/ask.ts';
import { INTERNAL_ERROR } from '../../problem.ts';
import { CANCELLED, type LiveRun } from '../live-run.ts';
import { type Cover, estimateUsage, isUsed, type TokenCounter, usageOf } from './cost.ts';
import { notSetUp } from './failures.ts';
import { ModelFailure } from './model-failure.ts';
import type { Paying } from './paying.ts';

/** External dependencies of sending a request. */
export interface SendPorts {
  paying: Paying;
  /** Counts tokens. Organisations take turns, so that long texts of one don't delay the others. */
  countTokens(text: string, orgId: string): Promise<number>;
}

/** A request of a run, and the step of the trace that shows it. */
export interface Sending {
  kind: RunStepKind;
  /** The step's input. */
  input: object;
  request: Omit<ModelRequest, 'signal'>;
  cover: Cover;
  /** How long to wait for the whole answer; by default, as long as the run may take. */
  timeoutMs?: number | undefined;
  /** Shows a part that has arrived. */
  show?(part: Part, answer: Answer, step: RunStep): void;
  /** Ends the answer. @param covered how many characters were covered, if the model wrote more */
  end?(answer: Answer, covered: number | undefined): void;
  /**
   * The step's output.
   * @throws ModelFailure if the answer is of no use
   */
  output(answer: Answer, hasFailed: boolean): unknown;
}

/**
 * Sends one request of a run to a model, as a step of the trace. Its usage is charged however it ends, but never more
 * than was reserved: a model that writes more is stopped.
 * @throws ModelFailure when it fails or isn't covered; the reason when the run has to end
 */
export async function send(
  live: LiveRun,
  model: AskableModel,
  { kind, input, request, cover, timeoutMs, ...reply }: Sending,
  ports: SendPorts,
): Promise<Answer> {
  const { info, ask } = model;
  if (ask) await ports.paying.cover(live, model, cover.cost);
  live.abort.signal.throwIfAborted();
  const step = live.shown.beginStep(kind, info.id, input);
  const countTokens = (text: string) => ports.countTokens(text, live.orgId);
  const answer = newAnswer();
  const exchange = { messages: request.messages, answer, cover };
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const signal = timeout ? AbortSignal.any([live.abort.signal, timeout]) : live.abort.signal;
  live.spending.begin(model, () => estimateUsage(exchange, info));

  async function charge(hasUsed: boolean) {
    if (!hasUsed) live.spending.call = undefined;
    const usage = hasUsed ? await usageOf(exchange, info, countTokens) : null;
    if (usage) live.charge(usage, model);
    await ports.paying.settle(live, model, usage ? usage.cost : 0);
    return usage;
  }

  let output: unknown;
  try {
    if (!ask) throw notSetUp(model);
    // Other answers are read to their end, with the usage that comes last: what isn't streamed is there already, and
    // what nobody is shown is of no use in part.
    const meter = reply.end && createMeter(cover, countTokens);
    let covered: number | undefined;
    for await (const part of ask({ ...request, signal })) {
      addPart(answer, part);
      reply.show?.(part, answer, step);
      covered ??= await meter?.add(part);
      if (covered !== undefined && request.isStreamed) break;
    }
    if (covered !== undefined) answer.isCutOff = true;
    reply.end?.(answer, covered);
    output = reply.output(answer, false);
  } catch (cause) {
    const reason = timeout?.aborted && cause === timeout.reason ? TIMED_OUT : cause;
    const hasUsed = ask !== null && (signal.aborted || isUsed(answer));
    const isCancelled = reason === CANCELLED;
    live.shown.endStep(step, {
      status: isCancelled ? 'cancelled' : 'failed',
      usage: await charge(hasUsed),
      output: reply.output(answer, true),
      error: isCancelled ? null : errorOf(reason),
    });
    throw reason;
  }
  const usage = await charge(true);
  live.shown.endStep(step, { status: 'succeeded', output, usage });
  return answer;
}

const TIMED_OUT = new ModelFailure('model_timeout', "The model didn't reply in time.");

/** The error that people see when a run or one of its steps fails. */
export function errorOf(reason: unknown): RunError {
  return reason instanceof ModelFailure ? reason.error : INTERNAL_ERROR;
}

/**
 * How many times as many tokens a text may have here as with the model's own tokeniser. A model that keeps its limit
 * must not be cut off because of that. The charge never exceeds the cover anyway.
 */
const TOLERANCE = 1.25;

/**
 * Counts a model's output, to detect when it ignores its maximum. Counting takes a thread, so it waits until
 * the text is long enough to exceed the limit at one token per byte.
 */
function createMeter({ cost, output_tokens }: Cover, countTokens: TokenCounter) {
  const limit = cost === 0 || output_tokens === null ? Infinity : output_tokens * TOLERANCE;
  let counted = 0;
  let countedLength = 0;
  let waiting = '';
  let waitingAtMost = 0;
  return {
    /** @returns how many characters were covered, once there are more than that */
    async add(part: Part): Promise<number | undefined> {
      if (limit === Infinity || !('text' in part) || part.type === 'warning') return undefined;
      waiting += part.text;
      waitingAtMost += tokensAtMost(part.text);
      if (counted + waitingAtMost <= limit) return undefined;
      countedLength += waiting.length;
      counted += await countTokens(waiting);
      waiting = '';
      waitingAtMost = 0;
      return counted > limit ? Math.floor((countedLength * limit) / counted) : undefined;
    },
  };
}
