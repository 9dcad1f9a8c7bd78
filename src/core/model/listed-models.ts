import { MICROS } from '../billing/money.ts';
import { type ModelType, type OfferedModel, typeByName } from './offered-model.ts';

/** The number of models read from one list. */
export const LISTED_MAX = 1000;

const NAME_MAX = 180;
/** Tokens; larger numbers are mistakes. */
const TOKENS_MAX = 100_000_000;
/** Dollars per million tokens; larger numbers are mistakes. */
const PRICE_MAX = 100_000;

type Entry = Record<string, unknown>;

/**
 * The models in an endpoint's response to `GET /models`, with the sizes, prices and capabilities that it states. Reads
 * the formats of OpenAI, OpenRouter, vLLM, llama.cpp, Groq, Mistral, Together, LM Studio and Anthropic.
 * @returns undefined if the response isn't a list of models
 */
export function readModelList(response: unknown): OfferedModel[] | undefined {
  // Together's list is not in an object.
  const list = Array.isArray(response) ? response : asEntry(response)?.data;
  if (!Array.isArray(list)) return undefined;
  const extra = byName(asEntry(response)?.models);
  const models = new Map<string, OfferedModel>();
  for (const item of list) {
    if (models.size >= LISTED_MAX) break;
    const entry = asEntry(item);
    const name = nameIn(entry?.id);
    if (!entry || name === undefined || models.has(name)) continue;
    const model = readEntry(name, { ...extra.get(name), ...entry });
    if (model) models.set(name, model);
  }
  return [...models.values()];
}

/**
 * What LiteLLM's `GET /model/info` states about models, by name. Of several deployments of a model, the first one counts.
 */
export function readLiteLlmInfo(response: unknown): ReadonlyMap<string, OfferedModel> {
  const list = asEntry(response)?.data;
  const found = new Map<string, OfferedModel>();
  if (!Array.isArray(list)) return found;
  for (const item of list.slice(0, LISTED_MAX)) {
    const name = nameIn(asEntry(item)?.model_name);
    const info = asEntry(asEntry(item)?.model_info);
    if (name === undefined || !info || found.has(name)) continue;
    const { mode } = info;
    const type = mode === 'embedding' ? 'embedding' : mode === 'chat' ? 'chat' : typeByName(name);
    if (type === null) continue;
    found.set(name, {
      name,
      type,
      context_window: tokens(info.max_input_tokens),
      max_output_tokens: tokens(info.max_output_tokens),
      ...prices(type, perToken(info.input_cost_per_token), perToken(info.output_cost_per_token)),
      supports: stated({
        tools: info.supports_function_calling,
        images: info.supports_vision,
        files: info.supports_pdf_input,
        structured_output: info.supports_response_schema,
        reasoning: info.supports_reasoning,
      }),
    });
  }
  return found;
}

function readEntry(name: string, entry: Entry): OfferedModel | undefined {
  const type = typeOf(name, entry);
  if (type === null) return undefined;
  const meta = asEntry(entry.meta);
  const top = asEntry(entry.top_provider);
  const title = entry.display_name ?? entry.name;
  return {
    name,
    type,
    title: typeof title === 'string' && title !== '' ? title.slice(0, NAME_MAX) : undefined,
    context_window:
      tokens(entry.context_length) ??
      tokens(entry.context_window) ??
      tokens(entry.max_context_length) ??
      tokens(entry.max_model_len) ??
      tokens(entry.max_input_tokens) ??
      tokens(meta?.n_ctx) ??
      tokens(meta?.n_ctx_train),
    max_output_tokens:
      tokens(top?.max_completion_tokens) ??
      tokens(entry.max_completion_tokens) ??
      tokens(entry.max_output_tokens),
    ...pricesIn(type, entry.pricing),
    supports: supportsIn(entry),
  };
}

function typeOf(name: string, entry: Entry): ModelType | null {
  const { type } = entry;
  if (type === 'embedding' || type === 'embeddings') return 'embedding';
  if (type === 'chat' || type === 'llm' || type === 'vlm') return 'chat';
  if (typeof type === 'string' && /^(image|audio|video|moderation|rerank|transcribe)$/.test(type))
    return null;
  const outputs = strings(asEntry(entry.architecture)?.output_modalities);
  if (outputs) {
    if (outputs.includes('text')) return 'chat';
    return outputs.includes('embeddings') || outputs.includes('embedding') ? 'embedding' : null;
  }
  const abilities = strings(entry.capabilities);
  if (abilities?.includes('embedding')) return 'embedding';
  if (asEntry(entry.capabilities)?.completion_chat === true) return 'chat';
  return typeByName(name);
}

function supportsIn(entry: Entry): OfferedModel['supports'] {
  const parameters = strings(entry.supported_parameters);
  const inputs = strings(asEntry(entry.architecture)?.input_modalities);
  const abilities = asEntry(entry.capabilities);
  const words = strings(entry.capabilities);
  return stated({
    ...(parameters && {
      tools: parameters.includes('tools'),
      structured_output: parameters.includes('structured_outputs'),
      temperature: parameters.includes('temperature'),
      stop: parameters.includes('stop'),
      seed: parameters.includes('seed'),
      penalties: parameters.includes('presence_penalty'),
      reasoning: parameters.includes('reasoning') || parameters.includes('reasoning_effort'),
    }),
    ...(inputs && { images: inputs.includes('image'), files: inputs.includes('file') }),
    ...(abilities && { tools: abilities.function_calling, images: abilities.vision }),
    // llama.cpp
    ...(words?.includes('completion') && { images: words.includes('multimodal'), files: false }),
  });
}

/** OpenRouter states dollars per token as texts, Together dollars per million tokens as numbers. */
function pricesIn(type: ModelType, pricing: unknown) {
  const entry = asEntry(pricing);
  if (!entry) return {};
  return entry.prompt === undefined
    ? prices(type, number(entry.input), number(entry.output))
    : prices(type, perToken(entry.prompt), perToken(entry.completion));
}

/** @param input dollars per million tokens, as `given` for the output. Embedding models have no output. */
function prices(type: ModelType, input: number | undefined, given: number | undefined) {
  const output = given ?? (type === 'embedding' ? 0 : undefined);
  const isPrice = (price: number | undefined): price is number =>
    price !== undefined && price >= 0 && price <= PRICE_MAX;
  if (!isPrice(input) || !isPrice(output)) return {};
  return { input_price: Math.round(input * MICROS), output_price: Math.round(output * MICROS) };
}

function perToken(value: unknown): number | undefined {
  const dollars = number(value);
  return dollars === undefined ? undefined : dollars * 1_000_000;
}

function number(value: unknown): number | undefined {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

function tokens(value: unknown): number | undefined {
  const count = number(value);
  if (count === undefined || !Number.isInteger(count)) return undefined;
  return count >= 1 && count <= TOKENS_MAX ? count : undefined;
}

/** Without what isn't stated as true or false; undefined if nothing is. */
function stated(given: Record<string, unknown>): OfferedModel['supports'] {
  const entries = Object.entries(given).filter(([, value]) => typeof value === 'boolean');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function byName(list: unknown): ReadonlyMap<string, Entry> {
  if (!Array.isArray(list)) return new Map();
  return new Map(
    list.slice(0, LISTED_MAX).flatMap((item): [string, Entry][] => {
      const entry = asEntry(item);
      const name = nameIn(entry?.model) ?? nameIn(entry?.name);
      if (!entry || name === undefined) return [];
      return [[name, { capabilities: entry.capabilities }]];
    }),
  );
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= NAME_MAX ? value : undefined;
}

function strings(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

function asEntry(value: unknown): Entry | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Entry)
    : undefined;
}
