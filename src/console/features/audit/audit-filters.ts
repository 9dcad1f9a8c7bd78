import {
  choiceFilter,
  filterSet,
  idFilter,
  textFilter,
} from '#console/modules/filter/filter-set.ts';
import type { Filters } from '#console/modules/filter/use-filters.ts';
import { AuditTargetType } from '#generated/model/auditTargetType.zod.ts';
import type { AuditOutcome, ListAuditEntriesParams } from '#generated/model/index.ts';

/** The filters of the audit log. */
export const auditFilters = filterSet<ListAuditEntriesParams, AuditFilterValues>({
  q: textFilter('q'),
  type: choiceFilter('target_type', AuditTargetType.options),
  outcome: choiceFilter('outcome', ['done', 'refused']),
  actor: idFilter('actor_id'),
  project: idFilter('project_id'),
  target: idFilter('target_id'),
});

type AuditFilterValues = {
  q: string;
  type: AuditTargetType | null;
  outcome: AuditOutcome | null;
  actor: string | null;
  project: string | null;
  target: string | null;
};

export type AuditFilters = Filters<(typeof auditFilters)['none'], ListAuditEntriesParams>;
