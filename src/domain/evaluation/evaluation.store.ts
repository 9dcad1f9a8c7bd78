import type { PageQuery } from '../paging.ts';
import type { StoreOf } from '../table.ts';
import type { DatasetCaseRow, EVALUATION_TABLES } from './evaluation.tables.ts';

/** How many cases of an evaluation have one verdict, and what their runs cost. */
export interface Tally {
  evaluation_id: string;
  rank: number;
  cases: number;
  /** Micro-dollars. */
  cost: number;
  /** Cases with a run whose price is unknown. */
  unpriced: number;
}

export interface EvaluationStore extends StoreOf<typeof EVALUATION_TABLES> {
  /** The sizes of a project's datasets and evaluations together. */
  storedIn(projectId: string): Promise<number>;
  /** Cases of a dataset whose name, inputs or expected output contain a text, oldest first, starting after an id. */
  searchCases(
    datasetId: string,
    query: { q: string; after: string | undefined; limit: number },
  ): Promise<DatasetCaseRow[]>;
  /** By evaluation and verdict, in one query. */
  tally(evaluationIds: readonly string[]): Promise<Tally[]>;
}

export type CaseQuery = PageQuery & { q?: string };
