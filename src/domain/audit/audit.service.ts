import { auditExportHead, auditExportLine } from '#core/audit/audit-export.ts';
import { firstIdAt } from '#core/ids.ts';
import { AUDIT_DAYS_DEFAULT } from '#core/limits.ts';
import type { ExportFormat } from '#core/run/run-export.ts';
import { toTime } from '#core/time.ts';
import type {
  AuditEntry,
  AuditEntryList,
  AuditRetention,
  ListAuditEntriesParams,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { exported, exportLines } from '../exports.ts';
import { batchesOf, listViews } from '../paging.ts';
import { mustFind } from '../problem.ts';
import { between } from '../table.ts';
import { etagOf, requireMatch } from '../version.ts';
import { asView } from '../view.ts';
import type { AuditEntryRow } from './audit.tables.ts';

type Query = Omit<ListAuditEntriesParams, 'page_limit' | 'cursor'>;

/** Rows per page of an export. A page takes a few milliseconds on the embedded database. */
const PAGE = 100;
const ORDER = { order: ['id'], descending: true } as const;

/** The audit log of organisations. */
export function createAuditService({
  stores,
  audit,
  exports,
}: Pick<Domain, 'stores' | 'audit' | 'exports'>) {
  const { entries, settings } = stores.audit;

  /** Entries with the names that the people behind keys have now. */
  async function withPeople(rows: readonly AuditEntryRow[]): Promise<AuditEntry[]> {
    const ids = [...new Set(rows.flatMap(({ person_id }) => person_id ?? []))];
    const people =
      ids.length === 0 ? [] : await stores.user.users.list({ where: { id: { in: ids } } });
    const names = new Map(people.map(({ id, name }) => [id, name]));
    return rows.map((row) => toEntry(row, names));
  }

  return {
    /** Newest first. */
    async list(orgId: string, query: ListAuditEntriesParams): Promise<AuditEntryList> {
      await audit.saveRefusals();
      const options = { ...selected(orgId, query), ...ORDER };
      return listViews(entries, options, query, withPeople);
    },

    async get(row: AuditEntryRow): Promise<AuditEntry> {
      const [entry] = await withPeople([row]);
      return mustFind(entry);
    },

    /**
     * All entries that match, newest first, read as fast as the client takes them.
     * @throws ProblemError 429 or 503 when there are too many exports
     */
    export(orgId: string, query: Query, format: ExportFormat): AsyncIterable<string> {
      const batches = batchesOf(entries, { ...selected(orgId, query), ...ORDER }, PAGE);
      const lines = exportLines(auditExportHead(format), batches, async (rows) =>
        (await withPeople(rows)).map((entry) => auditExportLine(entry, format)),
      );
      return exported(exports, orgId, lines);
    },

    async retention(orgId: string): Promise<AuditRetention> {
      return toRetention(await settings.find({ org_id: orgId }));
    },

    /** @throws ProblemError 412 when it changed since `ifMatch` */
    async setRetention(orgId: string, days: number, ifMatch?: string): Promise<AuditRetention> {
      return stores.transaction(async ({ audit, org }) => {
        await mustFind(org.orgs.lock({ id: orgId }));
        const row = await audit.settings.lock({ org_id: orgId });
        requireMatch(ifMatch, { version: row?.version ?? 0 });
        const changed = { org_id: orgId, retention_days: days, version: (row?.version ?? 0) + 1 };
        await audit.settings.put(changed);
        return toRetention(changed);
      });
    },
  };
}

/** Times become bounds of ids, which contain them, so that the index finds them. */
function selected(orgId: string, query: Query) {
  const { q, actor_id, action, target_type, target_id, project_id, outcome } = query;
  const id = between(bound(query.created_after), bound(query.created_before));
  return {
    where: { org_id: orgId },
    filter: { actor_id, action, target_type, target_id, project_id, outcome, id },
    search: { q, in: ['actor_name', 'target_name', 'action'] as const },
  };
}

function bound(time: string | undefined): string | undefined {
  return time === undefined ? undefined : firstIdAt('audit', toTime(time));
}

function toRetention(row: { retention_days: number; version: number } | undefined): AuditRetention {
  const { retention_days, version } = row ?? { retention_days: AUDIT_DAYS_DEFAULT, version: 0 };
  return { days: retention_days, etag: etagOf({ version }) };
}

function toEntry(row: AuditEntryRow, names: ReadonlyMap<string, string>): AuditEntry {
  const { person_id: id } = row;
  const person = id === null ? null : { id, name: names.get(id) ?? '' };
  return asView('AuditEntry', row, {
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name, person },
    target: { type: row.target_type, id: row.target_id, name: row.target_name || null },
  });
}
