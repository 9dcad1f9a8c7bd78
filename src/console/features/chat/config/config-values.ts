import { MESSAGES } from '#core/messages.ts';
import type { ChatConfig, ChatType } from '#generated/model/index.ts';
/**
 * A configuration in a form: all fields at once, so that nothing is lost while one changes the type. They have the API's
 * names, so that its errors find their fields.
 */
export interface ConfigValues {
  /** What the chat talks to. The assistant has a place of its own. */
  type: Exclude<ChatType, 'assistant'>;
  model_id: string;
  system_prompt: string;
  temperature: number | undefined;
  collection_ids: string[];
  top_k: number | undefined;
  task_id: string;
  greeting: string;
  suggestions: string[];
}

export const TOP_K = 8;
export const SUGGESTIONS_MAX = 6;
const SUGGESTION_MAX = 200;

/** The fields of a configuration. */
export function toValues(config: ChatConfig): ConfigValues {
  return {
    type: config.type === 'assistant' ? 'model' : config.type,
    model_id: config.model_id ?? '',
    system_prompt: config.system_prompt ?? '',
    temperature: config.temperature ?? undefined,
    collection_ids: [...(config.collection_ids ?? [])],
    top_k: config.top_k ?? TOP_K,
    task_id: config.task_id ?? '',
    greeting: config.greeting ?? '',
    suggestions: [...(config.suggestions ?? [])],
  };
}

/** The configuration that the fields describe. */
export function toConfig(values: ConfigValues): ChatConfig {
  const { type, model_id, system_prompt, temperature = null, collection_ids, top_k } = values;
  return {
    type,
    greeting: values.greeting.trim(),
    suggestions: suggestionsOf(values),
    ...(type === 'task'
      ? { task_id: values.task_id }
      : { model_id: model_id || null, system_prompt, temperature }),
    ...(type === 'collections' && { collection_ids, top_k: top_k ?? TOP_K }),
  };
}

/** The non-empty suggestions, as they are sent. */
export function suggestionsOf({ suggestions }: Pick<ConfigValues, 'suggestions'>): string[] {
  return suggestions.map((one) => one.trim()).filter(Boolean);
}

/** The suggestions in a field, which takes no more of them, and no longer ones, than the contract. */
export function suggestionLines(text: string): string[] {
  const lines = text.split('\n').slice(0, SUGGESTIONS_MAX);
  return lines.map((one) => one.slice(0, SUGGESTION_MAX));
}

/** What is missing, by field. */
export function missing({
  type,
  collection_ids,
  task_id,
}: ConfigValues): Partial<Record<keyof ConfigValues, string>> {
  if (type === 'collections' && collection_ids.length === 0)
    return { collection_ids: 'Choose at least one collection' };
  return type === 'task' && task_id === '' ? { task_id: 'Choose a task' } : {};
}

export const NO_COLLECTIONS = MESSAGES.chat.noCollections;
