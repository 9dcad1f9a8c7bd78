import type { Widget, WidgetTheme, WidgetUpdate } from '#generated/model/index.ts';
import { type ConfigValues, missing, toConfig, toValues } from '../config/config-values.ts';
/** A widget's settings in a form. They have the API's shape, so that its errors find their fields. */
export interface WidgetValues {
  name: string;
  origins: string[];
  theme: WidgetTheme;
  daily_messages: number | undefined;
  config: ConfigValues;
}

/** Origins of one widget. */
export const ORIGINS_MAX = 20;
const DAILY_MESSAGES = 50;

export function toWidgetValues(widget: Widget): WidgetValues {
  const { name, origins, theme, daily_messages, config } = widget;
  return { name, origins: [...origins], theme, daily_messages, config: toValues(config) };
}

export function toUpdate(values: WidgetValues): WidgetUpdate {
  const { daily_messages = DAILY_MESSAGES, config } = values;
  return { ...values, daily_messages, config: toConfig(config) };
}

/** What is wrong with the sources of answers, by path. */
export function targetProblem({ config }: Pick<WidgetValues, 'config'>) {
  return { 'config.collection_ids': missing(config).collection_ids };
}
