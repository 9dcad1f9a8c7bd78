import { matchesWords } from '#core/words.ts';
import type { Model } from '#generated/model/index.ts';

/** The models of an endpoint that can be called, or that can't for the same reason. */
export interface ModelGroup {
  key: string;
  label: string;
  /** Why these models can't be called and what to do about it; null if they can. */
  reason: string | null;
  models: Model[];
}

/** Why a model can't be called now; null if it can, as far as is known. */
export function unusableReason({ available, unavailable_reason, endpoint }: Model): string | null {
  return available ? endpoint.problem : (unavailable_reason ?? 'Not available');
}

/**
 * The models that a search finds, by endpoint: first all that can be called, then the others with the reasons.
 * @param typed words of the name, the ID or the endpoint, in any order
 */
export function groupModels(models: readonly Model[], typed: string): ModelGroup[] {
  const groups = new Map<string, ModelGroup>();
  for (const model of models) {
    const { id, name, endpoint } = model;
    if (!matchesWords(typed, name, id, endpoint.name)) continue;
    const reason = unusableReason(model);
    const key = `${endpoint.id} ${reason ?? ''}`;
    const group = groups.get(key) ?? { key, label: endpoint.name, reason, models: [] };
    group.models.push(model);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  return [
    ...all.filter(({ reason }) => reason === null),
    ...all.filter(({ reason }) => reason !== null),
  ];
}
