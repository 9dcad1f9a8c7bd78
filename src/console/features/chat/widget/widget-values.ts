import type { ChatConfig, Widget, WidgetTheme, WidgetUpdate } from '#generated/model/index.ts';

/** A widget's settings in a form. They have the API's shape, so that its errors find their fields. */
export interface WidgetValues {
  name: string;
  origins: string[];
  theme: WidgetTheme;
  daily_messages: number | undefined;
  config: {
    type: 'model' | 'collections';
    model_id: string;
    system_prompt: string;
    collection_ids: string[];
    greeting: string;
    suggestions: string[];
  };
}

export const SUGGESTIONS_MAX = 6;
/** Origins of one widget. */
export const ORIGINS_MAX = 20;
const SUGGESTION_MAX = 200;
const DAILY_MESSAGES = 50;

export function toValues(widget: Widget): WidgetValues {
  const { name, origins, theme, daily_messages } = widget;
  return {
    name,
    origins: [...origins],
    theme,
    daily_messages,
    config: toConfigValues(widget.config),
  };
}

export function toConfigValues(config: ChatConfig): WidgetValues['config'] {
  return {
    type: config.type === 'collections' ? 'collections' : 'model',
    model_id: config.model_id ?? '',
    system_prompt: config.system_prompt ?? '',
    collection_ids: [...(config.collection_ids ?? [])],
    greeting: config.greeting ?? '',
    suggestions: [...(config.suggestions ?? [])],
  };
}

/** @param before whose settings that the form doesn't have are kept */
export function toConfig(values: WidgetValues['config'], before?: ChatConfig): ChatConfig {
  const { type, model_id, system_prompt, collection_ids, greeting } = values;
  const { temperature, top_k } = before ?? {};
  return {
    type,
    model_id: model_id || null,
    system_prompt,
    greeting,
    suggestions: suggestionsOf(values),
    ...(temperature !== undefined && { temperature }),
    ...(type === 'collections' && { collection_ids, ...(top_k !== undefined && { top_k }) }),
  };
}

export function toUpdate(values: WidgetValues, before: Widget): WidgetUpdate {
  const { name, origins, theme, daily_messages = DAILY_MESSAGES, config } = values;
  return {
    name,
    origins,
    theme,
    daily_messages,
    config: toConfig(config, before.config),
  };
}

/** The suggestions that are not empty, as they are sent. */
export function suggestionsOf({
  suggestions,
}: Pick<WidgetValues['config'], 'suggestions'>): string[] {
  return suggestions
    .map((one) => one.trim().slice(0, SUGGESTION_MAX))
    .filter(Boolean)
    .slice(0, SUGGESTIONS_MAX);
}

/** What is wrong with the sources of answers, by path. */
export function targetProblem({ config }: Pick<WidgetValues, 'config'>) {
  const isMissing = config.type === 'collections' && config.collection_ids.length === 0;
  return { 'config.collection_ids': isMissing && 'Choose at least one collection' };
}
