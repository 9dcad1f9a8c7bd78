import { matchesWords } from '#core/words.ts';
import type { Stores } from '#domain/stores.ts';
import type { Table } from '#domain/table.ts';
import type { Store } from '../store.ts';
import { memoryBilling } from './billing.ts';
import { evaluationStore } from './evaluation.ts';
import { memoryRuns } from './run.ts';
import { memoryTable, type TablePlace, type UndoLog } from './table.ts';
import { CASCADES, type Rows, TABLES, type TableName } from './tables.ts';
import { taskMethods } from './task.ts';

/** The domain's stores over the tables in memory. */
export function createMemoryStores(store: Store): Stores {
  let last: Promise<unknown> = Promise.resolve();
  return storesOver(store, undefined, (work) => {
    // One transaction at a time, so that what one has read does not change before it ends.
    const done = last.then(() => transaction(store, work));
    last = done.catch(() => undefined);
    return done;
  });
}

async function transaction<T>(store: Store, work: (stores: Stores) => Promise<T>): Promise<T> {
  const undo: UndoLog = [];
  // A nested transaction is part of the outer one.
  const stores: Stores = storesOver(store, undo, (inner) => inner(stores));
  try {
    return await work(stores);
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

function storesOver(
  store: Store,
  undo: UndoLog | undefined,
  transact: Stores['transaction'],
): Stores {
  const table = <Name extends TableName>(name: Name) => tableOf(store, undo, name);
  return {
    billing: memoryBilling(table('org'), table('ledger_entry')),
    org: { orgs: table('org'), members: table('org_member') },
    project: { projects: table('project'), members: table('project_member') },
    run: memoryRuns({
      runs: table('run'),
      traces: table('run_trace'),
      replies: table('run_reply'),
    }),
    system: { idempotency: table('idempotency') },
    access: { apiKeys: table('api_key') },
    evaluation: evaluationStore({
      datasets: table('dataset'),
      cases: table('dataset_case'),
      evaluations: table('evaluation'),
      results: table('evaluation_result'),
    }),
    task: {
      tasks: table('task'),
      drafts: table('task_draft'),
      revisions: table('task_revision'),
      ...taskMethods(store),
    },
    template: {
      templates: table('template'),
      search: async (orgId, { q, tag, before, limit }) => {
        const found = await table('template').list({
          where: { org_id: orgId, ...(before !== undefined && { id: { lt: before } }) },
          descending: true,
        });
        return found
          .filter(({ tags }) => tag === undefined || tags.includes(tag))
          .filter(({ name, description, tags }) => matchesWords(q, name, description, ...tags))
          .slice(0, limit);
      },
    },
    tool: { secrets: table('tool_secret'), credentials: table('tool_credential') },
    user: { users: table('user') },
    webhook: {
      webhooks: table('webhook'),
      attachments: table('task_webhook'),
      events: table('webhook_event'),
      deliveries: table('webhook_delivery'),
      evaluationRuns: async (ids) =>
        ids.filter((id) => store.data.tables.run[id]?.source === 'evaluation'),
    },
    transaction: transact,
  };
}

function tableOf<Name extends TableName>(
  store: Store,
  undo: UndoLog | undefined,
  name: Name,
): Table<Rows[Name]> {
  // TypeScript does not see that the spec and the rows of one name belong together.
  const place: Pick<TablePlace<Rows[Name]>, 'spec' | 'rows'> = {
    spec: TABLES[name] as TablePlace<Rows[Name]>['spec'],
    rows: () => store.data.tables[name] as Record<string, Rows[Name]>,
  };
  return memoryTable<Rows[Name]>({
    ...place,
    name,
    onWrite(back) {
      store.isDirty = true;
      undo?.push(back);
    },
    onDelete: (key) => cascade(store, undo, name, key),
  });
}

function cascade(store: Store, undo: UndoLog | undefined, table: string, key: string): void {
  for (const [name, column] of CASCADES[table] ?? []) {
    const referring: Table<Record<string, unknown>> = tableOf(store, undo, name) as never;
    void referring.delete({ [column]: key });
  }
}
