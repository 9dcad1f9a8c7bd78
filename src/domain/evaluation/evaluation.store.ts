import type {
  Dataset,
  DatasetCase,
  Evaluation,
  EvaluationCheck,
  EvaluationResult,
} from '#generated/model/index.ts';
import type { PageQuery } from '../paging.ts';
import type { Table } from '../table.ts';

interface CreatedBy {
  created_by_id: string;
  created_by_name: string;
}

export interface DatasetRow extends Omit<Dataset, 'created_by' | 'etag'>, CreatedBy {
  /** The total size of its cases, by `storedSize`. */
  size: number;
  version: number;
}

export interface DatasetCaseRow extends DatasetCase {}

export interface EvaluationRow
  extends Omit<Evaluation, 'counts' | 'cost' | 'created_by'>,
    CreatedBy {
  org_id: string;
  project_id: string;
  /** The total size of its copied cases. */
  size: number;
  /** The checks of the dataset when the evaluation was started. */
  checks: EvaluationCheck[];
  /** The process working on it, and when its lease expires, after which another may take over. */
  worker_id: string | null;
  lease_until: string | null;
  /**
   * How many times a process has started work on it since a person last started it, not counting orderly shutdowns.
   */
  attempts: number;
}

/** A case of an evaluation: a copy of the dataset's case, and its result. */
export interface EvaluationResultRow extends Omit<EvaluationResult, 'verdict'> {
  evaluation_id: string;
  position: number;
  /** The verdict, as an index into `VERDICTS`. */
  rank: number;
}

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

export interface EvaluationStore {
  /** Names are unique within a task, ignoring case: index `dataset_task_name`. */
  datasets: Table<DatasetRow>;
  cases: Table<DatasetCaseRow>;
  evaluations: Table<EvaluationRow>;
  /** The sizes of a project's datasets and evaluations together. */
  storedIn(projectId: string): Promise<number>;
  results: Table<EvaluationResultRow>;
  /** Cases of a dataset whose name, inputs or expected output contain a text, oldest first, starting after an id. */
  searchCases(
    datasetId: string,
    query: { q: string; after: string | undefined; limit: number },
  ): Promise<DatasetCaseRow[]>;
  /** By evaluation and verdict, in one query. */
  tally(evaluationIds: readonly string[]): Promise<Tally[]>;
}

export type CaseQuery = PageQuery & { q?: string };
