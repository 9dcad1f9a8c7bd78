import { ASSUMED_SUPPORT } from '#domain/model/endpoint.ts';
import { SANDBOX_MODEL_ID } from '#domain/model/model.service.ts';
import type { Model, ModelSupport } from '#generated/model/index.ts';

/** A model in the catalogue. Whether it is available depends on the server's settings. */
export type CatalogueModel = Omit<Model, 'endpoint' | 'available' | 'unavailable_reason'>;

const { openai: OPENAI, anthropic: CLAUDE } = ASSUMED_SUPPORT;
const GPT: ModelSupport = { ...OPENAI, reasoning: false };
/** OpenAI's reasoning models don't accept a temperature, stop texts or penalties. */
const REASONING_GPT: ModelSupport = {
  ...OPENAI,
  temperature: false,
  stop: false,
  penalties: false,
};
const REASONING_CLAUDE: ModelSupport = { ...CLAUDE, temperature: false };

type Row = [
  id: string,
  name: string,
  context: number,
  output: number,
  /** Dollars per million input and output tokens; null if the provider has no fixed price. */
  prices: [number, number] | null,
  supports: ModelSupport,
];

// The providers' list prices (November 2026, standard tier, short context).
const ROWS: Row[] = [
  ['openai/gpt-5.6', 'GPT-5.6', 1_050_000, 128_000, null, REASONING_GPT],
  ['openai/gpt-5.4', 'GPT-5.4', 1_050_000, 128_000, [2.5, 15], REASONING_GPT],
  ['openai/gpt-5', 'GPT-5', 400_000, 128_000, [1.25, 10], REASONING_GPT],
  ['openai/gpt-5-mini', 'GPT-5 mini', 400_000, 128_000, [0.25, 2], REASONING_GPT],
  ['openai/gpt-5-nano', 'GPT-5 nano', 400_000, 128_000, [0.05, 0.4], REASONING_GPT],
  ['openai/gpt-4.1', 'GPT-4.1', 1_047_576, 32_768, [2, 8], GPT],
  ['openai/gpt-4.1-mini', 'GPT-4.1 mini', 1_047_576, 32_768, [0.4, 1.6], GPT],
  ['openai/gpt-4o-mini', 'GPT-4o mini', 128_000, 16_384, [0.15, 0.6], GPT],
  ['anthropic/claude-opus-5-5', 'Claude Opus 5.5', 1_000_000, 128_000, [4, 20], REASONING_CLAUDE],
  [
    'anthropic/claude-sonnet-5-5',
    'Claude Sonnet 5.5',
    1_000_000,
    128_000,
    [2, 10],
    REASONING_CLAUDE,
  ],
  ['anthropic/claude-sonnet-4-5', 'Claude Sonnet 4.5', 200_000, 64_000, [3, 15], CLAUDE],
  ['anthropic/claude-haiku-4-5', 'Claude Haiku 4.5', 200_000, 64_000, [1, 5], CLAUDE],
];

/** The known models, in list order: the sandbox first, then by provider. */
export const CATALOGUE: readonly CatalogueModel[] = [
  {
    id: SANDBOX_MODEL_ID,
    name: 'Sandbox',
    provider: 'sandbox',
    context_window: 128_000,
    max_output_tokens: 8_000,
    input_price: 0,
    output_price: 0,
    supports: ASSUMED_SUPPORT.sandbox,
  },
  ...ROWS.map(([id, name, context, output, prices, supports]) => ({
    id,
    name,
    provider: id.startsWith('openai/') ? ('openai' as const) : ('anthropic' as const),
    context_window: context,
    max_output_tokens: output,
    input_price: prices && Math.round(prices[0] * 1_000_000),
    output_price: prices && Math.round(prices[1] * 1_000_000),
    supports,
  })),
];
