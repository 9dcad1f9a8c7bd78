import type { RunStepKind } from '#generated/model/index.ts';
import type { AskableModel, Message } from '../../model/ask.ts';
import { requestCover } from './cost.ts';
import { ModelFailure } from './model-failure.ts';
import type { RunJob } from './run-job.ts';
import { type SendPorts, send } from './send.ts';

/** A question to a run's model, whose reply isn't a part of the run's output. */
export interface Aside {
  kind: RunStepKind;
  messages: readonly Message[];
  maxTokens: number;
  timeoutMs: number;
  /** Makes the step's output of the reply. */
  read(text: string): unknown;
  /** The step's output if the model fails. */
  fallback: unknown;
}

/**
 * Asks the run's model on the side, in a step of its own that is billed like others.
 * @returns the reply; undefined if the model fails, because the run can continue without it
 * @throws when the run has to end: cancelled, timed out, or without balance
 */
export async function askAside(
  { live, definition }: RunJob,
  model: AskableModel,
  { kind, messages, maxTokens, timeoutMs, read, fallback }: Aside,
  ports: SendPorts,
): Promise<string | undefined> {
  const { info } = model;
  const parameters = {
    max_output_tokens: Math.min(maxTokens, info.max_output_tokens ?? maxTokens),
  };
  const { output_format: _format, tools: _tools, ...rest } = definition;
  const asked = { ...rest, output_format: { type: 'text' as const }, parameters };
  const cover = requestCover(asked, info, messages);
  try {
    const { text } = await send(
      live,
      model,
      {
        kind,
        input: { messages },
        request: { messages, parameters, isStreamed: false },
        cover,
        timeoutMs,
        output(answer, hasFailed) {
          if (hasFailed) return fallback;
          if (answer.text.trim() === '') throw EMPTY;
          return read(answer.text.trim());
        },
      },
      ports,
    );
    return text.trim();
  } catch (reason) {
    live.abort.signal.throwIfAborted();
    if (!(reason instanceof ModelFailure) || UNPAID.includes(reason.error.code)) throw reason;
    return undefined;
  }
}

const UNPAID: readonly string[] = ['insufficient_balance', 'spend_limit_reached'];
const EMPTY = new ModelFailure('output_invalid', "The model's reply was empty.");
