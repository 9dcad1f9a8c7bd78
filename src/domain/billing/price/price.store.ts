import type { PricedRun, StepCost } from '#core/billing/reprice.ts';
import type { RunCallerType, UsageKind } from '#generated/model/index.ts';
import type { StoreOf } from '../../table.ts';
import type { PRICE_TABLES } from './price.tables.ts';

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

export interface PriceStore extends StoreOf<typeof PRICE_TABLES> {
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
