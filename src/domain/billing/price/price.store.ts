import type { PricedRun, StepCost } from '#core/billing/reprice.ts';
import type { PriceCorrectionStatus, RunCallerType, UsageKind } from '#generated/model/index.ts';
import type { Table } from '../../table.ts';

/** A change of the prices of a model at an organisation's own endpoint. */
export interface PriceChangeRow {
  id: string;
  org_id: string;
  endpoint_id: string;
  model_id: string;
  input_price_before: number | null;
  output_price_before: number | null;
  input_price: number | null;
  output_price: number | null;
  /** Null if the endpoint stated it itself. */
  changed_by_id: string | null;
  changed_by_name: string | null;
  created_at: string;
}

/** A call of a model outside runs, as far as its cost is concerned. It outlives what it is about, like the ledger. */
export interface PricedCallRow {
  /** Of its reservation. It sorts by the time at which the call began. */
  id: string;
  org_id: string;
  project_id: string | null;
  model_id: string;
  kind: Exclude<UsageKind, 'run'>;
  /** Null if nobody asked for it. */
  caller_type: RunCallerType | null;
  caller_id: string | null;
  input_tokens: number;
  output_tokens: number;
  /** Micro-dollars; null if the price is unknown. */
  cost: number | null;
  /** What the balance paid. */
  billed: number;
  ended_at: string;
}

/** A correction of what past runs and other calls of a model cost. It is a job, too. */
export interface PriceCorrectionRow {
  id: string;
  /** Where it was made. */
  org_id: string;
  model_id: string;
  /** Whether it corrects the runs of all organisations. */
  is_general: boolean;
  status: PriceCorrectionStatus;
  /** Runs that started since then, and before `ends_at`. */
  starts_at: string;
  ends_at: string;
  /** Micro-dollars per million tokens; null if it undoes another one. */
  input_price: number | null;
  output_price: number | null;
  undoes: string | null;
  undone_by: string | null;
  /** The last call outside runs that was looked at, or the last run: calls come first. */
  cursor: string;
  progress: number;
  runs: number;
  /** Calls outside runs. */
  calls: number;
  /** Calls outside runs that aren't corrected, because their tokens aren't known. */
  unknown_calls: number;
  pending_runs: number;
  /** Of runs and calls, as `skipped_runs` and `unpriced_runs`. */
  applied_runs: number;
  skipped_runs: number;
  organizations: number;
  cost_before: number;
  cost_after: number;
  unpriced_runs: number;
  given_back: number;
  taken: number;
  waived: number;
  created_by_id: string;
  created_by_name: string;
  created_at: string;
  ended_at: string | null;
  worker_id: string | null;
  lease_until: string | null;
}

/** A run of a correction, or a call outside runs, with its cost before and after. */
export interface CorrectedRunRow {
  correction_id: string;
  run_id: string;
  org_id: string;
  cost_before: number | null;
  cost_after: number | null;
  /** What the balance paid for it, and what it should have paid. */
  billed_before: number;
  billed_after: number;
  /** How much more the model's calls cost. */
  change: number;
  steps_before: StepCost[];
  steps_after: StepCost[];
  is_applied: boolean;
}

/** What a correction changes for an organisation. */
export interface CorrectedOrgRow {
  correction_id: string;
  org_id: string;
  model_id: string;
  /** Those that were changed. */
  runs: number;
  calls: number;
  /** Micro-dollars that the balance should have paid more; negative for less. */
  due: number;
  /** What the ledger's entry says; null until it is written. */
  amount: number | null;
}

/** A run whose cost may be wrong. */
export interface PricedRunRow extends PricedRun {
  id: string;
  org_id: string;
  billed: number | null;
  /** Whether it has ended. */
  is_ended: boolean;
}

/** The runs that a correction looks at. */
export interface PricedRunFilter {
  model_id: string;
  /** Whether the model embeds, so that runs of all models may have called it. */
  is_embedding: boolean;
  /** Null for all organisations. */
  org_id: string | null;
  /** The ids of runs, exclusive: ids sort by creation time. */
  after: string;
  before: string;
}

/** What a run cost, and what the balance paid of it; null for all of it. */
export interface RunCost {
  id: string;
  cost: number | null;
  billed: number | null;
}

/** A run that gets another cost. It stays as it is if its cost isn't what it was before any more. */
export interface RepricedRow {
  id: string;
  cost_before: number | null;
  billed_before: number;
  cost: number | null;
  billed: number;
  steps: StepCost[];
}

/** A run, or a call outside runs, that has got another cost. */
export interface RepricedRun {
  id: string;
  kind: UsageKind;
  /** Empty for calls that belong to no project. */
  project_id: string;
  task_id: string;
  task_name: string;
  model_id: string;
  caller_type: RunCallerType | null;
  caller_id: string;
  ended_at: string;
}

export interface PriceStore {
  priceChanges: Table<PriceChangeRow>;
  pricedCalls: Table<PricedCallRow>;
  corrections: Table<PriceCorrectionRow>;
  correctedRuns: Table<CorrectedRunRow>;
  correctedOrgs: Table<CorrectedOrgRow>;
  /**
   * Of the next `limit` runs of a period, by id, those that may have called a model.
   * @returns them, and the last run that was looked at; undefined if there are no more
   */
  pricedRuns(
    filter: PricedRunFilter,
    limit: number,
  ): Promise<{ runs: PricedRunRow[]; last: string | undefined }>;
  /** How many ledger entries of a time are for calls of a model outside runs, whose tokens weren't noted yet then. */
  unknownCalls(filter: { model_id: string; from: string; to: string }): Promise<number>;
  /** What runs cost now. Deleted runs are missing. */
  costsOf(ids: readonly string[]): Promise<RunCost[]>;
  /**
   * Changes the costs of runs, of their steps, and of the statistics of their tasks and evaluations.
   * @returns those that were changed
   */
  reprice(rows: readonly RepricedRow[]): Promise<RepricedRun[]>;
}
