import { LEDGER_FILE } from '#core/billing/billing-export.ts';
import { toTime } from '#core/time.ts';
import type {
  LedgerEntry,
  LedgerEntryList,
  ListLedgerEntriesParams,
} from '#generated/model/index.ts';
import type { Reader } from '../access/visible.ts';
import type { Domain } from '../domain.ts';
import { exported, exportLines } from '../exports.ts';
import { batchesOf, listViews } from '../paging.ts';
import { between } from '../table.ts';
import { asView } from '../view.ts';
import type { LedgerRun } from './billing.store.ts';
import type { LedgerRow } from './billing.tables.ts';
import { namesOfHiddenChats, namesOfProjects } from './names.ts';

type Filter = Omit<ListLedgerEntriesParams, 'page_limit' | 'cursor'>;

/** Rows per page of an export. A page takes a few milliseconds on the embedded database. */
const PAGE = 100;
const ORDER = { order: ['created_at', 'id'] as const, descending: true };

/** The ledgers of organisations. */
export function createLedgerService(domain: Pick<Domain, 'stores' | 'exports' | 'standing'>) {
  const { stores, exports } = domain;
  const { billing } = stores;

  /**
   * @param rows newest first; without gaps if `newest` is given
   * @param newest the balance after the first row; null if balances aren't needed
   */
  async function views(
    rows: readonly LedgerRow[],
    newest: number | null,
    { principal }: Reader,
  ): Promise<LedgerEntry[]> {
    const ids = rows.flatMap(({ kind, reference }) => (kind === 'run' ? reference : []));
    const found = await billing.runsOf(ids);
    const hidden = await namesOfHiddenChats(
      domain,
      principal,
      found.map(({ task_id }) => task_id),
    );
    const runs = new Map(
      found.map((run) => [run.id, { ...run, task_name: hidden.get(run.task_id) ?? run.task_name }]),
    );
    const names = await namesOfProjects(
      stores,
      rows.map((row) => runs.get(row.reference)?.project_id ?? row.project_id),
    );
    let balance = newest;
    return rows.map((row) => {
      const view = toEntry(row, runs.get(row.reference), names, balance);
      if (balance !== null) balance -= row.amount;
      return view;
    });
  }

  /** The balance after an entry; null if there is no entry, or if the list is filtered by kind. */
  async function balanceAfter(orgId: string, first: LedgerRow | undefined, { kind }: Filter) {
    return first && kind === undefined ? billing.balanceAfter(orgId, first) : null;
  }

  function linesOf(orgId: string, query: Filter, reader: Reader) {
    const batches = batchesOf(billing.entries, { ...selected(orgId, query), ...ORDER }, PAGE);
    // Calculated once; otherwise every page would have to read all newer entries.
    let newest: number | null | undefined;
    return exportLines(LEDGER_FILE.head, batches, async (rows) => {
      if (newest === undefined) newest = await balanceAfter(orgId, rows[0], query);
      const entries = await views(rows, newest, reader);
      if (newest !== null) newest = rows.reduce((sum, { amount }) => sum - amount, newest);
      return entries.map(LEDGER_FILE.line);
    });
  }

  return {
    /** Newest first. */
    async list(
      orgId: string,
      query: ListLedgerEntriesParams,
      reader: Reader,
    ): Promise<LedgerEntryList> {
      const options = { ...selected(orgId, query), ...ORDER };
      return listViews(billing.entries, options, query, async (rows) =>
        views(rows, await balanceAfter(orgId, rows[0], query), reader),
      );
    },

    /** @throws ProblemError 429 or 503 when there are too many exports */
    export(orgId: string, query: Filter, reader: Reader): AsyncIterable<string> {
      return exported(exports, orgId, linesOf(orgId, query, reader));
    },
  };
}

function selected(orgId: string, { kind, created_after, created_before }: Filter) {
  const iso = (time: string | undefined) => time && new Date(toTime(time)).toISOString();
  const created_at = between(iso(created_after), iso(created_before));
  return { where: { org_id: orgId }, filter: { kind, created_at } };
}

function toEntry(
  row: LedgerRow,
  run: LedgerRun | undefined,
  names: ReadonlyMap<string, string>,
  balance: number | null,
): LedgerEntry {
  const project_id = run?.project_id ?? row.project_id;
  return asView('LedgerEntry', row, {
    balance,
    project_id,
    project_name: project_id === null ? null : (names.get(project_id) ?? null),
    task_id: run?.task_id ?? null,
    task_name: run?.task_name ?? null,
    run_id: run?.id ?? null,
    note: run?.model_id ?? row.note,
  });
}
