import { costOf, type Prices } from '#core/billing/money.ts';
import { onceFor } from '#core/cache/once-for.ts';
import { OUTPUT_TOKENS_DEFAULT } from '#core/limits.ts';
import { fileTokens } from '#core/run/file-tokens.ts';
import { estimateTokens, tokensAtMost } from '#core/run/tokens.ts';
import type { InputFile } from '#core/task/input/files.ts';
import type { Model, ModelParameters, RunUsage, TaskDefinition } from '#generated/model/index.ts';
import type { Answer, Message } from '../../model/ask.ts';
import { outputSchemaOf, promptSize, schemaInstruction } from './prompt.ts';

// The cost of a request to a model: the maximum before it is sent, an estimate while its answer arrives, and the charge
// in the end. Amounts are in micro-dollars.

/** Tokens that a request has in addition to its texts: the frames of messages, and the providers' own text about tools. */
const FRAME_TOKENS = 1000;
/** Tokens that frame a message in the chat format. */
const MESSAGE_TOKENS = 4;
/** The most tokens that providers count for one image, at the highest resolution. */
const IMAGE_TOKENS = 50_000;
/** No request has more tokens, and larger numbers cannot be stored. */
const TOKENS_MAX = 1_000_000_000;
/** Streaming takes a third of a millisecond longer, and 10 microseconds per token. */
const UNSEEN_COST_MAX = 500;

type Files = ReadonlyMap<string, InputFile>;
/** Estimates the tokens of a text, accurately enough to bill usage that a provider did not report. */
export type TokenCounter = (text: string) => Promise<number>;

/** The most that one request may use, which is reserved before it is sent. */
export interface Cover {
  input_tokens: number;
  /** Null if unknown. */
  output_tokens: number | null;
  /** 0 if the request is free, or its price is unknown. */
  cost: number;
}

/** Of a request that is free, or whose price is unknown. */
export const NO_COVER: Cover = { input_tokens: 0, output_tokens: null, cost: 0 };

/** A request to a model, with as much of its answer as has arrived. */
export interface Exchange {
  messages: readonly Message[];
  answer: Answer;
  /** The reservation: the most that is charged. */
  cover: Cover;
}

/**
 * The parameters of a request. Where the price is known but the model's limit is not, the output is limited: what a run
 * may cost must be known before it starts.
 */
export function limitedParameters(parameters: ModelParameters, model: Model): ModelParameters {
  const isLimited = (parameters.max_output_tokens ?? model.max_output_tokens) !== null;
  if (isLimited || !model.output_price) return parameters;
  return { ...parameters, max_output_tokens: OUTPUT_TOKENS_DEFAULT };
}

/** The most that a run's first request can cost, before anything is retrieved; 0 if unknown. */
export function firstCost(
  definition: TaskDefinition,
  model: Model,
  values: Readonly<Record<string, string>>,
  files: Files,
): number {
  if (!isPriced(model)) return 0;
  const tokens = promptSize(definition, values, tokensAtMost) + instructionTokens(definition);
  return coverFor(definition, model, tokens, files).cost;
}

/** The most that a request with these messages can use. */
export function requestCover(
  definition: TaskDefinition,
  model: Model,
  messages: readonly Message[],
  files: Files = new Map(),
): Cover {
  if (!isPriced(model)) return NO_COVER;
  let tokens = 0;
  for (const { content, calls } of messages) {
    tokens += tokensAtMost(content);
    if (calls) tokens += tokensAtMost(JSON.stringify(calls));
  }
  return coverFor(definition, model, tokens, files);
}

/** The maximum cost of describing an image; 0 if the price is unknown. */
export function imageCost(model: Model, prompt: string, outputTokens: number): number {
  const input = tokensAtMost(prompt) + FRAME_TOKENS + IMAGE_TOKENS;
  const input_tokens = Math.min(input, model.context_window ?? input);
  return costOf({ input_tokens, output_tokens: outputTokens }, model) ?? 0;
}

/**
 * Whether an output may be so expensive that it has to be streamed even if nobody watches it. If a run ends early, only
 * a stream tells how much had been written by then.
 */
export function isCostly({ parameters }: TaskDefinition, model: Model): boolean {
  if (!isPriced(model)) return false;
  const tokens = { input_tokens: 0, output_tokens: outputAtMost(parameters, model) ?? 0 };
  return (costOf(tokens, model) ?? 0) > UNSEEN_COST_MAX;
}

/** The usage of a request, as reported by the provider or else estimated here. */
export async function usageOf(
  { messages, answer, cover }: Exchange,
  model: Model,
  countTokens: TokenCounter,
): Promise<RunUsage> {
  const { text, unseen, reasoning, usage: reported } = answer;
  const input =
    countIn(reported?.input) ?? withinWindow(await countMessages(messages, countTokens), model);
  const output = countIn(reported?.output) ?? (await countTokens(text + unseen));
  const usage = charged({ input_tokens: input, output_tokens: output }, cover, model);
  if (reasoning === '') return usage;
  const reasoned = countIn(reported?.reasoning) ?? (await countTokens(reasoning));
  return { ...usage, reasoning_tokens: Math.min(reasoned, usage.output_tokens) };
}

/** A rough figure to show while the output is still streaming. */
export function estimateUsage({ messages, answer, cover }: Exchange, model: Model): RunUsage {
  let input = 0;
  for (const message of messages)
    input += estimateTokens(message.content.length) + filesIn(message) + MESSAGE_TOKENS;
  const tokens = {
    input_tokens: withinWindow(input, model),
    output_tokens: estimateTokens(answer.text.length + answer.unseen.length),
  };
  return charged(tokens, cover, model);
}

/** Whether a request used anything, however it ended. Providers bill tokens before an interruption too. */
export function isUsed({ text, unseen, usage, isEnded }: Answer): boolean {
  return isEnded || usage !== undefined || text !== '' || unseen !== '';
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

/**
 * The charge for tokens: their price, but never more than was reserved for the request, however much its provider wrote
 * or reported.
 */
function charged(
  used: Omit<RunUsage, 'cost'>,
  { cost: most, ...cover }: Cover,
  prices: Prices,
): RunUsage {
  const cost = costOf(used, prices);
  if (most === 0 || cost === null || cost <= most) return { ...used, cost };
  const input_tokens = Math.min(used.input_tokens, cover.input_tokens);
  const output_tokens = Math.min(used.output_tokens, cover.output_tokens ?? used.output_tokens);
  return { input_tokens, output_tokens, cost: costOf({ input_tokens, output_tokens }, prices) };
}

function isPriced({ input_price, output_price }: Model): boolean {
  return Boolean(input_price || output_price);
}

/** The maximum output tokens; null if unknown. */
function outputAtMost(parameters: ModelParameters, model: Model): number | null {
  const window = model.context_window ?? Number.POSITIVE_INFINITY;
  const limit = limitedParameters(parameters, model).max_output_tokens ?? window;
  const tokens = Math.min(limit, model.max_output_tokens ?? window);
  return Number.isFinite(tokens) ? tokens : null;
}

function coverFor(
  definition: TaskDefinition,
  model: Model,
  textTokens: number,
  files: Files,
): Cover {
  const window = model.context_window ?? Number.POSITIVE_INFINITY;
  const input = textTokens + extraTokens(definition) + tokensOfFiles(files, window);
  const input_tokens = Math.min(input, window);
  const output_tokens = outputAtMost(definition.parameters, model);
  const cost = costOf({ input_tokens, output_tokens: output_tokens ?? 0 }, model) ?? 0;
  return { input_tokens, output_tokens, cost };
}

/** The tokens of the output schema in the prompt, which most endpoints need. */
const instructionTokens = onceFor((definition: TaskDefinition) => {
  const { output_format, tools = [] } = definition;
  if (output_format.type !== 'fields') return 0;
  return tokensAtMost(`\n\n${schemaInstruction(outputSchemaOf(definition), tools.length > 0)}`);
});

/** The tokens that the output schema and the tools add to the messages. */
const extraTokens = onceFor((definition: TaskDefinition) => {
  const { output_format, tools = [] } = definition;
  const sent = tools.map(({ name, description, parameters }) => [name, description, parameters]);
  const schema = output_format.type === 'fields' ? outputSchemaOf(definition) : null;
  return FRAME_TOKENS + tokensAtMost(JSON.stringify([sent, schema]));
});

/** How many tokens a document has depends on its pages, so it may fill the model's window. */
function tokensOfFiles(files: Files, window: number): number {
  let tokens = 0;
  for (const { mediaType, bytes } of files.values()) {
    const document = Number.isFinite(window) ? window : bytes;
    tokens += mediaType.startsWith('image/') ? IMAGE_TOKENS : document;
  }
  return tokens;
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
