import {
  anyTime,
  readSpan,
  type Span,
  spanParams,
  writeSpan,
} from '#console/modules/filter/span.ts';
import type {
  AuditOutcome,
  AuditTargetType,
  ListAuditEntriesParams,
} from '#generated/model/index.ts';
import { targetLabels } from './entry-words.ts';

/** The filters of the audit log. */
export interface AuditFilters extends Span {
  q: string;
  type: AuditTargetType | null;
  outcome: AuditOutcome | null;
  actor: string | null;
  project: string | null;
  target: string | null;
}

export const noFilters: AuditFilters = {
  q: '',
  type: null,
  outcome: null,
  actor: null,
  project: null,
  target: null,
  ...anyTime,
};

const IDS = ['actor', 'project', 'target'] as const;

/** Reads the filters from a query string. Invalid values are ignored, so that a mistyped link still opens the log. */
export function readFilters(search: URLSearchParams): AuditFilters {
  const type = search.get('type');
  const outcome = search.get('outcome');
  return {
    q: (search.get('q') ?? '').slice(0, 200),
    type: type !== null && Object.hasOwn(targetLabels, type) ? (type as AuditTargetType) : null,
    outcome: outcome === 'done' || outcome === 'refused' ? outcome : null,
    actor: readId(search.get('actor')),
    project: readId(search.get('project')),
    target: readId(search.get('target')),
    ...readSpan(search),
  };
}

/** Writes the filters into a copy of `search`; the open entry stays. */
export function writeFilters(search: URLSearchParams, filters: AuditFilters): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of ['q', 'type', 'outcome', ...IDS]) next.delete(key);
  if (filters.q) next.set('q', filters.q);
  if (filters.type) next.set('type', filters.type);
  if (filters.outcome) next.set('outcome', filters.outcome);
  for (const key of IDS) if (filters[key]) next.set(key, filters[key]);
  writeSpan(next, filters);
  return next;
}

/** The number of filters set. */
export function countFilters(filters: AuditFilters): number {
  return new Set(writeFilters(new URLSearchParams(), filters).keys()).size;
}

/** The filters as API parameters; relative periods end at `now`. */
export function toParams(filters: AuditFilters, now: Date): ListAuditEntriesParams {
  const { q, type, outcome, actor, project, target } = filters;
  return {
    ...(q.trim() && { q: q.trim() }),
    ...(type && { target_type: type }),
    ...(outcome && { outcome }),
    ...(actor && { actor_id: actor }),
    ...(project && { project_id: project }),
    ...(target && { target_id: target }),
    ...spanParams(filters, now),
  };
}

function readId(text: string | null): string | null {
  return text && text.length <= 64 ? text : null;
}
