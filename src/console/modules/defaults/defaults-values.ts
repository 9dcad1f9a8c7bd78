import { counted } from '#console/ui/display/counted.ts';
import { ORIGINS_MAX, secureOriginProblem } from '#core/settings/origin.ts';

/** What is set for new tasks, runs and websites. Null is inherited, or unlimited where nothing is above. */
export interface Defaults {
  default_model_id: string | null;
  run_retention_days: number | null;
  allowed_origins: readonly string[] | null;
}

export interface DefaultsValues {
  default_model_id: string;
  run_retention_days: string;
  /** Whether the organisation's origins apply. */
  inherits_origins: boolean;
  allowed_origins: string[];
}

const MAX_DAYS = 3650;

export function toValues(set: Defaults): DefaultsValues {
  return {
    default_model_id: set.default_model_id ?? '',
    run_retention_days: set.run_retention_days === null ? '' : String(set.run_retention_days),
    inherits_origins: set.allowed_origins === null,
    allowed_origins: [...(set.allowed_origins ?? [])],
  };
}

export function toDefaults(values: DefaultsValues) {
  const days = values.run_retention_days.trim();
  return {
    default_model_id: values.default_model_id || null,
    run_retention_days: days === '' ? null : Number(days),
    allowed_origins: values.inherits_origins ? null : values.allowed_origins,
  };
}

/** What is wrong with the fields. */
export const rules = {
  run_retention_days: (text: string) => {
    if (text.trim() === '') return null;
    const days = Number(text);
    const isValid = Number.isInteger(days) && days >= 1 && days <= MAX_DAYS;
    return isValid ? null : `Enter 1 to ${MAX_DAYS} days, or leave the field empty`;
  },
  // Each line shows its own error.
  allowed_origins: (origins: string[], { inherits_origins }: DefaultsValues) => {
    if (inherits_origins) return null;
    const isFine = origins.every(
      (one, at) => secureOriginProblem(one) === null && origins.indexOf(one) === at,
    );
    return isFine && origins.length <= ORIGINS_MAX ? null : '';
  },
};

/** `1 day`, `30 days` or `forever`. */
export function span(days: number | null): string {
  if (days === null) return 'forever';
  return counted(days, 'day');
}
