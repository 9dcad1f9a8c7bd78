import type { Covered } from '#core/billing/account.ts';
import { costOf } from '#core/billing/money.ts';
import { OUTPUT_TOKENS_DEFAULT } from '#core/limits.ts';
import { tokensAtMost } from '#core/run/tokens.ts';
import type { InputFile } from '#core/task/input/files.ts';
import type { Model, ModelParameters, TaskDefinition } from '#generated/model/index.ts';
import type { LiveRun } from '../../live-run.ts';
import type { Reserve } from '../../run.port.ts';
import type { Message } from '../ask-model.ts';
import { outputSchemaOf, promptSize, schemaInstruction } from '../prompt.ts';
import { type Cover, NO_COVER } from './cover.ts';

/** Tokens that a request has in addition to its texts: the frames of messages, and what providers add for tools. */
const FRAME_TOKENS = 1000;
/** The most tokens that providers count for one image, at the highest resolution. */
const IMAGE_TOKENS = 50_000;
/** In micro-dollars. Streaming takes a third of a millisecond longer, and 10 microseconds per token. */
const UNSEEN_COST_MAX = 500;

type Files = ReadonlyMap<string, InputFile>;

/**
 * The parameters of a request. Where the price is known but the model's limit is not, the output is limited: what a run
 * may cost must be known before it starts.
 */
export function limitedParameters(parameters: ModelParameters, model: Model): ModelParameters {
  const isLimited = (parameters.max_output_tokens ?? model.max_output_tokens) !== null;
  if (isLimited || !model.output_price) return parameters;
  return { ...parameters, max_output_tokens: OUTPUT_TOKENS_DEFAULT };
}

/**
 * Reserves what a run may cost in total, in micro-dollars, unless it has reserved that much already.
 * @returns whether the amount was reserved, or which spend limit refused it
 */
export async function raiseReservation(
  live: LiveRun,
  cost: number,
  reserve: Reserve,
): Promise<Covered> {
  if (cost <= live.reserved) return { isCovered: true, refusedBy: null };
  const row = { id: live.run.id, org_id: live.orgId, reserved: cost };
  const covered = await reserve(row);
  if (covered.isCovered) live.reserved = Math.max(live.reserved, cost);
  return covered;
}

/** The most that a run's first request can cost in micro-dollars, before anything is retrieved; 0 if unknown. */
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
  files: Files,
): Cover {
  if (!isPriced(model)) return NO_COVER;
  let tokens = 0;
  for (const { content, calls } of messages) {
    tokens += tokensAtMost(content);
    if (calls) tokens += tokensAtMost(JSON.stringify(calls));
  }
  return coverFor(definition, model, tokens, files);
}

/** The maximum cost of describing an image, in micro-dollars; 0 if the price is unknown. */
export function imageCost(model: Model, prompt: string, outputTokens: number): number {
  const input = tokensAtMost(prompt) + FRAME_TOKENS + IMAGE_TOKENS;
  const input_tokens = Math.min(input, model.context_window ?? input);
  return costOf({ input_tokens, output_tokens: outputTokens }, model) ?? 0;
}

function isPriced({ input_price, output_price }: Model): boolean {
  return Boolean(input_price || output_price);
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
  const input = textTokens + extraTokens(definition) + fileTokens(files, window);
  const input_tokens = Math.min(input, window);
  const output_tokens = outputAtMost(definition.parameters, model);
  const cost = costOf({ input_tokens, output_tokens: output_tokens ?? 0 }, model) ?? 0;
  return { input_tokens, output_tokens, cost };
}

const instructions = new WeakMap<TaskDefinition, number>();

/** The tokens of the output schema in the prompt, which most endpoints need. */
function instructionTokens(definition: TaskDefinition): number {
  const known = instructions.get(definition);
  if (known !== undefined) return known;
  const { output_format, tools = [] } = definition;
  const isNeeded = output_format.type === 'fields';
  const tokens = isNeeded
    ? tokensAtMost(`\n\n${schemaInstruction(outputSchemaOf(definition), tools.length > 0)}`)
    : 0;
  instructions.set(definition, tokens);
  return tokens;
}

const extras = new WeakMap<TaskDefinition, number>();

/** The tokens that the output schema and the tools add to the messages. */
function extraTokens(definition: TaskDefinition): number {
  const known = extras.get(definition);
  if (known !== undefined) return known;
  const { output_format, tools = [] } = definition;
  const sent = tools.map(({ name, description, parameters }) => [name, description, parameters]);
  const schema = output_format.type === 'fields' ? outputSchemaOf(definition) : null;
  const tokens = FRAME_TOKENS + tokensAtMost(JSON.stringify([sent, schema]));
  extras.set(definition, tokens);
  return tokens;
}

/** How many tokens a document has depends on its pages, so it may fill the model's window. */
function fileTokens(files: Files, window: number): number {
  let tokens = 0;
  for (const { mediaType, bytes } of files.values()) {
    const document = Number.isFinite(window) ? window : bytes;
    tokens += mediaType.startsWith('image/') ? IMAGE_TOKENS : document;
  }
  return tokens;
}
