import { costOf } from '#core/billing/money.ts';
import type { RunUsage } from '#generated/model/index.ts';
import type { CallableModel } from '../../platform/models/models.ts';
import { countTokens, estimateTokens } from '../../platform/models/tokens.ts';
import type { Reported } from './model-call.ts';
import type { Message } from './run-prompt.ts';

/** One request to a model and what came of it, to be billed. */
export interface Exchange {
  messages: readonly Message[];
  answer: string;
  /** Absent when the provider did not get to say. */
  reported?: Reported;
}

/** Tokens that frame a message in the chat format. */
const MESSAGE_TOKENS = 4;

/** What an exchange used: as the provider says, and counted here where it does not say. */
export async function usageOf(exchange: Exchange, model: CallableModel): Promise<RunUsage> {
  const { messages, answer, reported } = exchange;
  const input = reported?.input ?? (await countMessages(messages));
  const output = reported?.output ?? (await countTokens(answer));
  return priced({ input_tokens: input, output_tokens: output }, model);
}

/** A rough figure to show while the answer still comes. */
export function estimateUsage({ messages, answer }: Exchange, model: CallableModel): RunUsage {
  const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
  const tokens = {
    input_tokens: estimateTokens(characters) + messages.length * MESSAGE_TOKENS,
    output_tokens: estimateTokens(answer.length),
  };
  return priced(tokens, model);
}

function priced(tokens: Omit<RunUsage, 'cost'>, model: CallableModel): RunUsage {
  return { ...tokens, cost: costOf(tokens, model.info) };
}

async function countMessages(messages: readonly Message[]): Promise<number> {
  let tokens = 0;
  for (const { content } of messages) tokens += (await countTokens(content)) + MESSAGE_TOKENS;
  return tokens;
}
