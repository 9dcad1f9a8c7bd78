import type { RunStepKind } from '#generated/model/index.ts';
import { INTERNAL_ERROR } from '../../problem.ts';
import { CANCELLED } from '../live-run.ts';
import type { AskableModel, Message } from './ask-model.ts';
import { notSetUp } from './failures.ts';
import { ModelFailure } from './model-failure.ts';
import type { Paying } from './paying/paying.ts';
import { requestCover } from './paying/reservation.ts';
import { type Exchange, estimateUsage, type TokenCounter, usageOf } from './paying/usage.ts';
import type { RunJob } from './run-job.ts';
import { beginStep, endStep } from './trace.ts';

/** What asking on the side needs. */
export interface AsidePorts {
  paying: Pick<Paying, 'cover' | 'settle'>;
  countTokens: TokenCounter;
}

/** A question to a run's model, whose reply isn't a part of the run's output. */
export interface Aside {
  kind: RunStepKind;
  /** What the trace shows as the step's input, besides the messages. */
  input?: object;
  messages: readonly Message[];
  maxTokens: number;
  timeoutMs: number;
  /** Makes the step's output of the reply. */
  read(text: string): unknown;
  /** The step's output if the model fails. */
  fallback: unknown;
}

const NO_FILES = new Map();

/**
 * Asks the run's model on the side, in a step of its own that is billed like others.
 * @returns the reply; undefined if the model fails, because the run can go on without it
 * @throws when the run has to end: cancelled, timed out, or without balance
 */
export async function askAside(
  { live, definition }: RunJob,
  given: AskableModel,
  { kind, input, messages, maxTokens, timeoutMs, read, fallback }: Aside,
  ports: AsidePorts,
): Promise<string | undefined> {
  const model = live.standIn ?? given;
  const { info } = model;
  const max_output_tokens = Math.min(maxTokens, info.max_output_tokens ?? maxTokens);
  const { output_format: _format, tools: _tools, ...rest } = definition;
  const asked = {
    ...rest,
    output_format: { type: 'text' as const },
    parameters: { max_output_tokens },
  };
  const cover = requestCover(asked, info, messages, NO_FILES);
  if (model.ask) await ports.paying.cover(live, model, cover.cost);
  live.abort.signal.throwIfAborted();
  const step = beginStep(live, kind, info.id, { ...input, messages });
  const exchanged: Exchange = { messages, written: '', unseen: '', cover };
  const signal = AbortSignal.any([live.abort.signal, AbortSignal.timeout(timeoutMs)]);
  live.begin(model, () => estimateUsage(exchanged, info));
  try {
    if (!model.ask) throw notSetUp(model);
    exchanged.reported = await model.ask({
      messages,
      parameters: { max_output_tokens },
      isStreamed: false,
      signal,
      onText: (text) => {
        exchanged.written += text;
      },
      onUnseen: (text) => {
        exchanged.unseen += text;
      },
      onUsage: (usage) => {
        exchanged.reported = { ...usage, isCutOff: false };
      },
    });
    const usage = await usageOf(exchanged, info, ports.countTokens);
    live.charge(usage, model);
    await ports.paying.settle(live, model, usage.cost);
    const text = exchanged.written.trim();
    if (text === '') {
      endStep(live, step, { status: 'failed', output: fallback, usage, error: EMPTY });
      return undefined;
    }
    endStep(live, step, { status: 'succeeded', output: read(text), usage });
    return text;
  } catch (reason) {
    const { written, unseen, reported } = exchanged;
    const isUsed = signal.aborted || written !== '' || unseen !== '' || reported;
    live.usageInProgress = undefined;
    const usage = isUsed && model.ask ? await usageOf(exchanged, info, ports.countTokens) : null;
    if (usage) live.charge(usage, model);
    await ports.paying.settle(live, model, usage ? usage.cost : 0);
    const isCancelled = reason === CANCELLED;
    const error = isCancelled ? null : errorOf(reason, signal);
    const status = isCancelled ? 'cancelled' : 'failed';
    endStep(live, step, { status, output: fallback, usage, error });
    live.abort.signal.throwIfAborted();
    if (!(reason instanceof ModelFailure) && !signal.aborted) throw reason;
    return undefined;
  }
}

const EMPTY = { code: 'output_invalid' as const, message: "The model's reply was empty." };

const TIMED_OUT = { code: 'model_timeout' as const, message: "The model didn't reply in time." };

function errorOf(reason: unknown, { aborted }: AbortSignal) {
  if (reason instanceof ModelFailure) return reason.error;
  return aborted ? TIMED_OUT : INTERNAL_ERROR;
}
