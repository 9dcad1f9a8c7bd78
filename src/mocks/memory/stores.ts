import {
  type AreaStores,
  lazyStores,
  type Rows,
  type Stores,
  storeTables,
  type TableName,
} from '#domain/stores.ts';
import type { Table } from '#domain/table.ts';
import { TABLES } from '#domain/tables.ts';
import type { Store } from '../store.ts';
import { auditMethods } from './audit.ts';
import { memoryBilling } from './billing.ts';
import { chatMethods } from './chat.ts';
import { memoryChunks } from './chunks.ts';
import { collectionMethods, matchingDocuments } from './collection.ts';
import { endpointMethods } from './endpoint.ts';
import { evaluationStore } from './evaluation.ts';
import { memberMethods } from './member.ts';
import { notificationMethods } from './notification.ts';
import { isSilent, memoryRuns } from './run.ts';
import { memoryTable, type TablePlace, type UndoLog, undoAll } from './table.ts';
import { REFERRING } from './tables.ts';
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

/** @param outer the undo list of the transaction that contains this one, which also undoes this one if it fails */
async function transaction<T>(
  store: Store,
  work: (stores: Stores) => Promise<T>,
  outer: UndoLog = [],
): Promise<T> {
  const undo: UndoLog = [];
  const stores = storesOver(store, undo, (inner) => transaction(store, inner, undo));
  try {
    const result = await work(stores);
    outer.push(...undo);
    return result;
  } catch (error) {
    undoAll(undo);
    throw error;
  }
}

function storesOver(
  store: Store,
  undo: UndoLog | undefined,
  transact: Stores['transaction'],
): Stores {
  const table = <Name extends TableName>(name: Name) => tableOf(store, undo, name);
  const tables = <Area extends keyof AreaStores>(area: Area) =>
    storeTables(area, (name) => table(name) as Table<unknown>);
  return lazyStores({
    access: () => tables('access'),
    account: () => tables('account'),
    audit: () => ({ ...tables('audit'), ...auditMethods(store) }),
    billing: () => {
      const billing = tables('billing');
      return {
        ...billing,
        ...memoryBilling(store, billing, table('org')),
        hasPayments: store.hasPayments,
      };
    },
    chat: () => ({ ...tables('chat'), ...chatMethods(store) }),
    collection: () => ({
      ...tables('collection'),
      ...collectionMethods(store),
      chunks: memoryChunks(store, matchingDocuments(store)),
    }),
    // In memory, these rows are deleted with their article.
    compose: () => ({ ...tables('compose'), strayFiles: async () => [] }),
    datasource: () => tables('datasource'),
    endpoint: () => {
      const endpoints = tables('endpoint');
      return { ...endpoints, ...endpointMethods(store, endpoints) };
    },
    evaluation: () => evaluationStore(tables('evaluation'), table('task')),
    invitation: () => tables('invitation'),
    member: () => memberMethods(store),
    model: () => tables('model'),
    notification: () => ({ ...tables('notification'), ...notificationMethods(store) }),
    oauth: () => tables('oauth'),
    org: () => tables('org'),
    project: () => tables('project'),
    run: () => memoryRuns(store, tables('run')),
    share: () => tables('share'),
    capture: () => tables('capture'),
    system: () => ({ ...tables('system'), sweepOrphans: async () => undefined }),
    task: () => ({ ...tables('task'), ...taskMethods(store) }),
    template: () => tables('template'),
    tool: () => tables('tool'),
    transfer: () => tables('transfer'),
    user: () => tables('user'),
    webhook: () => ({
      ...tables('webhook'),
      silentRuns: async (ids) => ids.filter((id) => isSilent(store, store.data.tables.run[id])),
    }),
    transaction: () => transact,
  });
}

function tableOf<Name extends TableName>(
  store: Store,
  undo: UndoLog | undefined,
  name: Name,
): Table<Rows[Name]> {
  // TypeScript can't tell that a name's spec and rows belong together.
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

function cascade(store: Store, undo: UndoLog | undefined, table: TableName, key: string): void {
  for (const { table: name, column } of REFERRING.get(table) ?? []) {
    const referring: Table<Record<string, unknown>> = tableOf(store, undo, name) as never;
    void referring.delete({ [column]: key });
  }
}
