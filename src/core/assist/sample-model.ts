import type { AssistPriority, Model, TaskDefinition } from '#generated/model/index.ts';
import { costOf, formatMicros } from '../billing/money.ts';

const CHARACTERS_PER_TOKEN = 4;
const TYPICAL_OUTPUT = 400;

/** The output of the assistant that recommends a model. */
export interface WrittenRecommendation {
  model_id: string;
  reasons: { aspect: 'price' | 'speed' | 'quality' | 'context'; text: string }[];
  alternatives: { model_id: string; text: string }[];
}

/**
 * Recommends a model by fixed rules and the catalogue: it weighs price against difficulty and knows nothing about
 * quality.
 */
export function sampleRecommendation(
  definition: TaskDefinition,
  models: readonly Model[],
  priority: AssistPriority,
): WrittenRecommendation {
  const fitting = models.filter((model) => model.available && suits(model, definition));
  const real = fitting.filter(({ provider }) => provider !== 'sandbox');
  const byPrice = [...(real.length > 0 ? real : fitting)].sort((a, b) => price(a) - price(b));
  const chosen = pick(byPrice, priority) ?? models[0];
  if (!chosen) return { model_id: '', reasons: [], alternatives: [] };
  const cheapest = byPrice[0];
  const best = byPrice.findLast(({ input_price }) => input_price !== null);
  const others: [Model | undefined, string][] = [
    [cheapest, 'When price or speed matters more than quality.'],
    [best, 'When results must be right the first time, whatever the cost.'],
  ];
  return {
    model_id: chosen.id,
    reasons: reasonsFor(chosen, definition, byPrice),
    alternatives: others.flatMap(([model, text]) =>
      model && model !== chosen ? [{ model_id: model.id, text }] : [],
    ),
  };
}

function suits({ supports, context_window }: Model, definition: TaskDefinition): boolean {
  const needsTools = (definition.tools ?? []).length > 0;
  const needsImages = definition.variables.some(({ type }) => type === 'image');
  return (
    (!needsTools || supports.tools) &&
    (!needsImages || supports.images) &&
    (definition.output_format.type === 'text' || supports.structured_output) &&
    (context_window === null || context_window > promptTokens(definition) * 2)
  );
}

function pick(byPrice: readonly Model[], priority: AssistPriority): Model | undefined {
  const priced = byPrice.filter(({ input_price }) => input_price !== null);
  const from = priced.length > 0 ? priced : byPrice;
  if (priority === 'quality') return from.at(-1);
  if (priority === 'balanced') return from[Math.floor((from.length - 1) / 3)];
  return from[0];
}

function reasonsFor(
  model: Model,
  definition: TaskDefinition,
  byPrice: readonly Model[],
): WrittenRecommendation['reasons'] {
  const tokens = promptTokens(definition);
  const cost = costOf({ input_tokens: tokens, output_tokens: TYPICAL_OUTPUT }, model);
  const rank = byPrice.indexOf(model) + 1;
  const window = model.context_window;
  return [
    {
      aspect: 'price',
      text:
        cost === null
          ? 'Price unknown. Check with its provider.'
          : `A run with a short input costs ${formatMicros(cost).replace('<', 'less than ')}, number ${rank} of ${byPrice.length} by price.`,
    },
    {
      aspect: 'speed',
      text: 'Cheaper models of a family are usually faster. Try it on your inputs to find out.',
    },
    {
      aspect: 'quality',
      text:
        definition.output_format.type === 'fields'
          ? 'Supports your output format.'
          : 'The task produces text from clear inputs, which models of this size do well.',
    },
    {
      aspect: 'context',
      text:
        window === null
          ? 'Context window unknown.'
          : `Context window of ${window.toLocaleString('en-US')} tokens; the prompts take about ${tokens.toLocaleString('en-US')}.`,
    },
  ];
}

function price({ input_price, output_price }: Model): number {
  return input_price === null || output_price === null
    ? Number.MAX_SAFE_INTEGER
    : input_price + output_price;
}

function promptTokens({ system_prompt, user_prompt }: TaskDefinition): number {
  return Math.ceil((system_prompt.length + user_prompt.length) / CHARACTERS_PER_TOKEN);
}
