import { MESSAGES } from '#core/messages.ts';
import type { ChatConfig } from '#generated/model/index.ts';
import type { ChosenType } from './config-text.ts';

/** A configuration in a form: all fields at once, so that nothing is lost while one changes the type. */
export interface ConfigValues {
  type: ChosenType;
  modelId: string;
  systemPrompt: string;
  temperature: number | undefined;
  collectionIds: string[];
  topK: number | undefined;
  taskId: string;
  greeting: string;
  suggestions: string[];
}

export const TOP_K = 8;

/** The fields of a configuration. */
export function toValues(config: ChatConfig): ConfigValues {
  return {
    type: config.type === 'assistant' ? 'model' : config.type,
    modelId: config.model_id ?? '',
    systemPrompt: config.system_prompt ?? '',
    temperature: config.temperature ?? undefined,
    collectionIds: [...(config.collection_ids ?? [])],
    topK: config.top_k ?? TOP_K,
    taskId: config.task_id ?? '',
    greeting: config.greeting ?? '',
    suggestions: [...(config.suggestions ?? [])],
  };
}

/** The configuration that the fields describe. */
export function toConfig(values: ConfigValues): ChatConfig {
  const { type, modelId, systemPrompt, temperature, collectionIds, topK, taskId } = values;
  return {
    type,
    greeting: values.greeting.trim(),
    suggestions: values.suggestions.map((one) => one.trim()).filter(Boolean),
    ...(type === 'task'
      ? { task_id: taskId }
      : {
          model_id: modelId || null,
          system_prompt: systemPrompt,
          temperature: temperature ?? null,
        }),
    ...(type === 'collections' && { collection_ids: collectionIds, top_k: topK ?? TOP_K }),
  };
}

/** What is missing, by field. */
export function missing({
  type,
  collectionIds,
  taskId,
}: ConfigValues): Partial<Record<keyof ConfigValues, string>> {
  if (type === 'collections' && collectionIds.length === 0)
    return { collectionIds: 'Choose at least one collection' };
  return type === 'task' && taskId === '' ? { taskId: 'Choose a task' } : {};
}

export const NO_COLLECTIONS = MESSAGES.chat.noCollections;
