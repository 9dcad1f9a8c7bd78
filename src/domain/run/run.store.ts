import type { RunCaller, RunFigures, RunSource, RunStatus } from '#generated/model/index.ts';
import type { StoreOf } from '../table.ts';
import type { RUN_TABLES, RunRow } from './run.tables.ts';

/** A run without its potentially large columns. */
export type RunSummaryRow = Omit<RunRow, 'citations' | 'inputs' | 'output' | 'output_text'>;

/** Filters on a project's runs, shared by lists, statistics, callers and exports. */
export interface RunFilter {
  /** Who reads: a member of the project. Answers in chats that they may not view aren't found or counted. */
  readerId: string;
  q?: string | undefined;
  task_id?: string | undefined;
  status?: readonly RunStatus[] | undefined;
  source?: RunSource | undefined;
  revision?: number | undefined;
  output_valid?: boolean | undefined;
  caller_id?: string | undefined;
  /** Times are ISO strings in UTC. */
  created_after?: string | undefined;
  created_before?: string | undefined;
}

/** A page of runs, newest first, starting before the id `after`. Ids sort by creation time. */
export interface RunPage {
  limit: number;
  after?: string | undefined;
  /** The maximum number of runs to scan, because no index supports every filter. */
  atMost: number;
}

/** The runs of a page. */
export interface RunScan<Row> {
  rows: Row[];
  /** The last scanned run, if the page isn't full and there are older runs. */
  last?: string;
}

/** The approximate size of a run with its inputs and output. */
export interface RunSize {
  id: string;
  characters: number;
}

/** Statistics of one set of runs. */
export interface FiguresRow extends Omit<RunFigures, `latency_${string}`> {
  kind: 'bucket' | 'revision' | 'total';
  /** When the bucket starts. */
  at: string | null;
  task_id: string | null;
  /** The newest run, which has the task's latest name. */
  last_run_id: string | null;
  revision: number | null;
  /** The percentiles 50, 95 and 99; null if no run succeeded. */
  latencies: number[] | null;
}

export interface RunStore extends StoreOf<typeof RUN_TABLES> {
  list(projectId: string, filter: RunFilter, page: RunPage): Promise<RunScan<RunSummaryRow>>;
  /** The sizes of the same runs as `list`. */
  sizes(projectId: string, filter: RunFilter, page: RunPage): Promise<RunScan<RunSize>>;
  /** Statistics by hour or day, by revision, and in total. */
  figures(projectId: string, filter: RunFilter, interval: 'hour' | 'day'): Promise<FiguresRow[]>;
  /** The task names of some runs, by run id. */
  taskNames(runIds: readonly string[]): Promise<Map<string, string>>;
  /** All callers with runs that the reader may see, by their latest names. */
  callers(projectId: string, reader: Pick<RunFilter, 'readerId'>): Promise<RunCaller[]>;
  /** All callers with rejected calls of a project's tasks, by their latest names. */
  rejectedCallers(projectId: string): Promise<RunCaller[]>;
}
