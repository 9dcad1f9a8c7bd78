import type { AuditStore } from './audit/audit.store.ts';
import type { BillingStore } from './billing/billing.store.ts';
import type { ChatStore } from './chat/chat.store.ts';
import type { CollectionStore } from './collection/collection.store.ts';
import type { ComposeStore } from './compose/compose.store.ts';
import type { EndpointStore } from './endpoint/endpoint.store.ts';
import type { EvaluationStore } from './evaluation/evaluation.store.ts';
import type { MemberStore } from './member/member.store.ts';
import type { NotificationStore } from './notification/notification.store.ts';
import type { RunStore } from './run/run.store.ts';
import type { SystemStore } from './system/system.store.ts';
import type { StoreOf, StoreTables, Table, Where } from './table.ts';
import { STORE_TABLES, TABLE_NAMES, type TableName } from './tables.ts';
import type { TaskStore } from './task/task.store.ts';
import type { WebhookStore } from './webhook/webhook.store.ts';

type Tables = typeof STORE_TABLES;

/** The stores of areas that need more than tables. */
interface OwnStores {
  audit: AuditStore;
  billing: BillingStore;
  chat: ChatStore;
  collection: CollectionStore;
  compose: ComposeStore;
  endpoint: EndpointStore;
  evaluation: EvaluationStore;
  member: MemberStore;
  notification: NotificationStore;
  run: RunStore;
  system: SystemStore;
  task: TaskStore;
  webhook: WebhookStore;
}

/** The stores by area. */
export type AreaStores = OwnStores & {
  [Area in Exclude<keyof Tables, keyof OwnStores>]: StoreOf<Tables[Area]>;
};

/** The tables of a store, without its named methods. */
export type TablesOf<Store> = {
  [Key in keyof Store as Store[Key] extends Table<infer _> ? Key : never]: Store[Key];
};
/** The named methods of a store, for what its tables cannot express. */
export type MethodsOf<Store> = Omit<Store, keyof TablesOf<Store>>;

/** By area: the methods of its store. Areas that only have tables are left out. */
export type StoreMethods = {
  [Area in keyof AreaStores as keyof MethodsOf<AreaStores[Area]> extends never ? never : Area]: (
    tables: TablesOf<AreaStores[Area]>,
  ) => MethodsOf<AreaStores[Area]>;
};

/** What is deleted and can still be restored. */
interface Deletable {
  /** Null unless it is deleted. */
  deleted_at: string | null;
}

/**
 * A table without its deleted rows: they are neither found nor counted nor changed, so nobody has to remember to leave
 * them out. Only restoring and erasing use the whole table.
 */
function liveOnly<Row extends Deletable>(table: Table<Row>): Table<Row> {
  const live = (where: Where<Row>) => ({ ...where, deleted_at: null }) as Where<Row>;
  return {
    ...table,
    find: (where) => table.find(live(where)),
    lock: (where) => table.lock(live(where)),
    list: (options) => table.list({ ...options, where: live(options.where) }),
    count: (where) => table.count(live(where)),
    update: (where, change) => table.update(live(where), change),
    change: (where, change) => table.change(live(where), change),
    delete: (where) => table.delete(live(where)),
  };
}

/** All stores, each created on first use, because a transaction uses only a few of them. */
export function createStores(
  make: (name: TableName) => Table<unknown>,
  methods: StoreMethods,
  transaction: Stores['transaction'],
): Stores {
  const own: Readonly<Record<string, ((tables: never) => object) | undefined>> = methods;
  const makers = Object.entries<StoreTables>(STORE_TABLES).map(([area, declared]) => {
    const store = () => {
      const tables = Object.entries(declared).map(([key, { isLiveOnly }]) => {
        const table = make(TABLE_NAMES[area as keyof Tables][key] as TableName);
        return [key, isLiveOnly ? liveOnly(table as Table<Deletable>) : table];
      });
      const all = Object.fromEntries(tables);
      return { ...all, ...own[area]?.(all as never) };
    };
    return [area, store];
  });
  return lazyStores({ ...Object.fromEntries(makers), transaction: () => transaction });
}

/** Stores that are created on first use, because a transaction uses only a few of them. */
export function lazyStores(makers: { readonly [Key in keyof Stores]: () => Stores[Key] }): Stores {
  const stores = {};
  for (const key of Object.keys(makers) as (keyof Stores)[]) {
    const get = () => {
      const value = makers[key]();
      Object.defineProperty(stores, key, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(stores, key, { get, enumerable: true, configurable: true });
  }
  return stores as Stores;
}

const PLACES = Map.groupBy(
  Object.entries(TABLE_NAMES).flatMap(([area, tables]) =>
    Object.entries(tables).map(([key, name]) => ({ area, key, name })),
  ),
  ({ name }) => name,
);

/**
 * A table by its name.
 * @param withDeleted includes what is deleted and can still be restored
 */
export function tableNamed(
  stores: Stores,
  name: TableName,
  { withDeleted = false } = {},
): Table<Readonly<Record<string, unknown>>> {
  const { area = '', key = '' } = PLACES.get(name)?.at(withDeleted ? -1 : 0) ?? {};
  return stores[area as keyof AreaStores][key as never];
}

/** The domain's storage: the tables of each area, in SQL on the server and in memory in the mocks. */
export interface Stores extends AreaStores {
  /**
   * Runs `work` in a transaction, which is rolled back if it throws.
   * @param work receives the stores bound to the transaction; the outer ones would wait for it forever
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}
