import type { Model } from '#generated/model/index.ts';
import type { PretendCustomer } from './billing/pretend-customer.ts';
import type { Faults } from './faults.ts';
import type { IdentityData } from './identity/data.ts';
import type { ChunkData } from './memory/chunks.ts';
import type { TableData } from './memory/tables.ts';
import type { Scenario } from './scenarios.ts';
import type { Tab } from './tab.ts';

/**
 * The mocks' data, as plain JSON. It is written to the browser's storage, so that it survives reloads and two
 * tabs see the same data.
 */
export interface StoreData {
  scenario: Scenario;
  models: Model[];
  tables: TableData;
  chunks: ChunkData;
  /** Base64 by folder and name. */
  files: Record<string, string>;
  identity: IdentityData;
  /** The customers of the simulated payment provider. */
  payments: Record<string, PretendCustomer>;
}

/** The data, and the state of this page or process. */
export interface Store {
  data: StoreData;
  /** Milliseconds between two tokens of a run. */
  tokenMs: number;
  /** The simulated faults. */
  faults: Faults;
  /** The tab, if it has a session of its own. */
  tab: Tab | undefined;
  /** Whether payments are set up. If not, every organisation has the limits of the highest plan. */
  hasPayments: boolean;
  /** Whether any table has been written since the last `push`. */
  isDirty: boolean;
  /** Called before each request: picks up what another tab wrote. */
  pull(): void;
  /** Called after each change: publishes it to other tabs and later page loads. */
  push(): void;
}

/** A store that lives in memory only. */
export function createStore(data: StoreData, tokenMs = 0): Store {
  return {
    data,
    tokenMs,
    faults: {},
    tab: undefined,
    hasPayments: true,
    isDirty: false,
    pull: () => undefined,
    push: () => undefined,
  };
}

/** The current time, in the contract's format. */
export function timestamp(at: number = Date.now()): string {
  return new Date(at).toISOString();
}

/** Sets an organisation's balance, in micro-dollars. If it exceeds all grants, the difference is granted too. */
export function setBalance(store: Store, orgId: string, balance: number): void {
  const { org, ledger_entry } = store.data.tables;
  const row = org[orgId];
  if (!row) throw new Error(`Organisation ${orgId} doesn't exist`);
  const grant = Object.values(ledger_entry).find(
    ({ org_id, kind }) => org_id === orgId && kind === 'grant',
  );
  if (grant) grant.amount = Math.max(grant.amount, balance);
  row.balance = balance;
  store.push();
}
