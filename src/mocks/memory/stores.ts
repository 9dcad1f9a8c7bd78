import { createStores, type Stores } from '#domain/stores.ts';
import type { Table } from '#domain/table.ts';
import { type Rows, TABLES, type TableName } from '#domain/tables.ts';
import type { Store } from '../store.ts';
import { auditMethods } from './audit.ts';
import { memoryBilling } from './billing.ts';
import { chatMethods } from './chat.ts';
import { memoryChunks } from './chunks.ts';
import { collectionMethods, matchingDocuments } from './collection.ts';
import { endpointMethods } from './endpoint.ts';
import { evaluationMethods } from './evaluation.ts';
import { memberMethods } from './member.ts';
import { notificationMethods } from './notification.ts';
import { isSilent, runMethods } from './run.ts';
import { memoryTable, type UndoLog, undoAll } from './table.ts';
import { REFERRING } from './tables.ts';
import { taskMethods } from './task.ts';

/** The domain's stores over the tables in memory. */
export function createMemoryStores(store: Store): Stores {
  let last: Promise<unknown> = Promise.resolve();
  return storesOver(store, undefined, (work) => {
    // One transaction at a time, so that rows do not change between its reads and writes.
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
  return createStores(
    (name) => table(name) as Table<unknown>,
    {
      audit: () => auditMethods(store),
      billing: (tables) => ({
        ...memoryBilling(store, tables, table('org')),
        hasPayments: store.hasPayments,
      }),
      chat: () => chatMethods(store),
      collection: () => ({
        ...collectionMethods(store),
        chunks: memoryChunks(store, matchingDocuments(store)),
      }),
      // In memory, these rows are deleted with their article.
      compose: () => ({ strayFiles: async () => [] }),
      endpoint: (tables) => endpointMethods(store, tables),
      evaluation: (tables) => evaluationMethods(tables, table('task')),
      member: () => memberMethods(store),
      notification: () => notificationMethods(store),
      run: (tables) => runMethods(store, tables),
      system: () => ({ sweepOrphans: async () => undefined }),
      task: () => taskMethods(store),
      webhook: () => ({
        silentRuns: async (ids) => ids.filter((id) => isSilent(store, store.data.tables.run[id])),
      }),
    },
    transact,
  );
}

function tableOf<Name extends TableName>(
  store: Store,
  undo: UndoLog | undefined,
  name: Name,
): Table<Rows[Name]> {
  return memoryTable<Rows[Name]>({
    name,
    spec: TABLES[name],
    rows: () => store.data.tables[name] as Record<string, Rows[Name]>,
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
