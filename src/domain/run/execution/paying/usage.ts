import { costOf } from '#core/billing/money.ts';
import { fileTokens } from '#core/run/file-tokens.ts';
import { estimateTokens } from '#core/run/tokens.ts';
import type { Model, RunUsage } from '#generated/model/index.ts';
import type { Message, Reported } from '../ask-model.ts';
import { type Cover, withinCover } from './cover.ts';

/** Estimates the tokens of a text, accurately enough to bill usage that a provider did not report. */
export type TokenCounter = (text: string) => Promise<number>;

/** One request to a model and its result, to be billed. */
export interface Exchange {
  messages: readonly Message[];
  written: string;
  /** The output besides the text: reasoning and tool calls. */
  unseen: string;
  /** The reasoning alone. */
  reasoning?: string;
  /** What was reserved for it: the most that is charged. */
  cover: Cover;
  /** Absent if the provider reported nothing. */
  reported?: Reported;
}

/** No request has more tokens, and larger numbers cannot be stored. */
const TOKENS_MAX = 1_000_000_000;

/** Tokens that frame a message in the chat format. */
const MESSAGE_TOKENS = 4;

/** The usage of a request, as reported by the provider or else estimated here. */
export async function usageOf(
  exchange: Exchange,
  model: Model,
  countTokens: TokenCounter,
): Promise<RunUsage> {
  const { messages, written, unseen, reasoning, cover, reported } = exchange;
  const input =
    countIn(reported?.input) ?? withinWindow(await countMessages(messages, countTokens), model);
  const output = countIn(reported?.output) ?? (await countTokens(written + unseen));
  const used = priced({ input_tokens: input, output_tokens: output }, model);
  const usage = withinCover(used, cover, model);
  if (!reasoning) return usage;
  const reasoned = countIn(reported?.reasoning) ?? (await countTokens(reasoning));
  return { ...usage, reasoning_tokens: Math.min(reasoned, usage.output_tokens) };
}

/** A rough figure to show while the output is still streaming. */
export function estimateUsage(exchange: Exchange, model: Model): RunUsage {
  const { messages, written, unseen, cover } = exchange;
  let input = 0;
  for (const message of messages)
    input += estimateTokens(message.content.length) + filesIn(message) + MESSAGE_TOKENS;
  const tokens = {
    input_tokens: withinWindow(input, model),
    output_tokens: estimateTokens(written.length + unseen.length),
  };
  return withinCover(priced(tokens, model), cover, model);
}

/** The sum of usages; the cost is null if one of them is. */
export function addUsage(a: RunUsage, b: RunUsage): RunUsage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  };
}

/** The number of tokens that a provider reports; undefined if it is not plausible. An empty report is read as 0. */
export function countIn(reported: number | undefined): number | undefined {
  const isCount = Number.isInteger(reported) && Number(reported) > 0;
  return isCount && Number(reported) <= TOKENS_MAX ? reported : undefined;
}

function priced(tokens: Omit<RunUsage, 'cost'>, model: Model): RunUsage {
  return { ...tokens, cost: costOf(tokens, model) };
}

async function countMessages(
  messages: readonly Message[],
  countTokens: TokenCounter,
): Promise<number> {
  let tokens = 0;
  for (const message of messages) {
    const { content, calls } = message;
    const text = calls ? content + JSON.stringify(calls) : content;
    tokens += (await countTokens(text)) + filesIn(message) + MESSAGE_TOKENS;
  }
  return tokens;
}

function filesIn({ parts = [] }: Message): number {
  let tokens = 0;
  for (const part of parts) if (typeof part !== 'string') tokens += fileTokens(part);
  return tokens;
}

/** An estimate can't exceed the context window. */
function withinWindow(tokens: number, { context_window }: Model): number {
  return Math.min(tokens, context_window ?? tokens);
}
