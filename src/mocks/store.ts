import type {
  Model,
  Run,
  RunEvent,
  RunStep,
  RunTarget,
  TaskDefinition,
} from '#generated/model/index.ts';
import type { Faults } from './faults.ts';
import type { IdentityData } from './identity/data.ts';
import type { TableData } from './memory/tables.ts';
import type { Scenario } from './scenarios.ts';

/**
 * All that the mocks know, as plain JSON: it is written to the browser's storage, so that reloads keep it
 * and two tabs see the same things.
 */
export interface StoreData {
  scenario: Scenario;
  runs: Record<string, StoredRun>;
  models: Model[];
  /** The tables of the areas that have moved to the domain. */
  tables: TableData;
  /** Answers that are given again for an idempotency key. */
  idempotency: Record<string, StoredAnswer>;
  /** Base64 by folder and name. */
  files: Record<string, string>;
  identity: IdentityData;
}

export interface StoredRun {
  org_id: string;
  run: Run;
  definition: TaskDefinition;
  /** The revision or environment that was asked for by name; null or absent for the active one. */
  target?: RunTarget | null;
  /** Inputs that were not sent: a default stands for them. */
  defaulted?: string[] | null;
  steps: RunStep[];
  /** What is written; absent for what follows from the prompts. */
  answer?: string;
  /** Event n has the id n + 1. Runs of the seed have none; theirs are made when asked for. */
  events: RunEvent[];
}

export interface StoredAnswer {
  fingerprint: string;
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** A run that is being executed here. */
export interface LiveRun {
  stored: StoredRun;
  cancelled: boolean;
  /** The tool that waits for a person. */
  reply?: { stepId: string; give: (text: string) => void };
  listeners: Set<() => void>;
}

/** The data, and what belongs to this page or process only. */
export interface Store {
  data: StoreData;
  live: Map<string, LiveRun>;
  /** Evaluations that are being worked on here. */
  evaluating: Set<string>;
  /** Milliseconds between two tokens of a run. */
  tokenMs: number;
  /** What goes wrong. */
  faults: Faults;
  /** Whether tables were written to since the last `push`. */
  isDirty: boolean;
  /** Called before each request: takes over what another tab wrote. */
  pull(): void;
  /** Called after each change: hands it to other tabs and to later page loads. */
  push(): void;
}

/** A store that lives in memory only. */
export function createStore(data: StoreData, tokenMs = 0): Store {
  return {
    data,
    live: new Map(),
    evaluating: new Set(),
    tokenMs,
    faults: {},
    isDirty: false,
    pull: () => undefined,
    push: () => undefined,
  };
}

/** Now, as the contract writes times. */
export function timestamp(at: number = Date.now()): string {
  return new Date(at).toISOString();
}

/** Sets what an organisation has left, in micro-dollars. More than was ever granted is granted too. */
export function setBalance(store: Store, orgId: string, balance: number): void {
  const { org, ledger_entry } = store.data.tables;
  const row = org[orgId];
  if (!row) throw new Error(`There is no organisation ${orgId}`);
  const grant = Object.values(ledger_entry).find(
    ({ org_id, kind }) => org_id === orgId && kind === 'grant',
  );
  if (grant) grant.amount = Math.max(grant.amount, balance);
  row.balance = balance;
  store.push();
}
