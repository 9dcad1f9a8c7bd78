import type {
  Run,
  RunCaller,
  RunCallerType,
  RunCitation,
  RunError,
  RunFigures,
  RunSource,
  RunStatus,
  RunStep,
} from '#generated/model/index.ts';
import type { Table } from '../table.ts';
import type { RejectedCallRow } from './rejected/rejected-call.store.ts';

/** A call of a task. Runs outlive their task. */
export interface RunRow {
  id: string;
  org_id: string;
  project_id: string;
  task_id: string;
  task_name: string;
  /** Null for a draft. */
  revision: number | null;
  /** The revision or environment named in the call; null if it named none. */
  target: string | null;
  /** Names of the inputs that were omitted and have a default. */
  defaulted: string[] | null;
  source: RunSource;
  /** The chat that it answered in; null for other runs. */
  chat_id: string | null;
  status: RunStatus;
  model_id: string;
  input_preview: string;
  inputs: Run['inputs'];
  /** Null for text output, which is in `output_text`. */
  output: Record<string, unknown> | null;
  /** What the model has written, saved about every half second during the run. */
  output_text: string;
  /** Null if nothing is cited. */
  citations: RunCitation[] | null;
  /** How many times the output was restarted from the beginning, for example after a retry. */
  resets: number;
  output_valid: boolean | null;
  input_tokens: number;
  output_tokens: number;
  /** Micro-dollars; null if the price is unknown, and until the run's output is saved for the first time. */
  cost: number | null;
  /** Micro-dollars charged to the balance; null for all of `cost`. The rest ran on the organisation's own keys. */
  billed: number | null;
  /** Micro-dollars of the balance that it holds until it has ended. */
  reserved: number;
  latency_ms: number | null;
  first_token_ms: number | null;
  error: RunError | null;
  caller_type: RunCallerType;
  caller_id: string;
  caller_name: string;
  idempotency_key: string | null;
  /** Hash of the request, to reject the same key with a different request. */
  request_hash: string | null;
  /** The process that executes it. If that process dies, the run is lost. */
  worker_id: string;
  cancel_requested: boolean;
  created_at: string;
  ended_at: string | null;
}

/** A run without its potentially large columns. */
export type RunSummaryRow = Omit<RunRow, 'citations' | 'inputs' | 'output' | 'output_text'>;

/** A run's steps; written when it ends. */
export interface RunTraceRow {
  run_id: string;
  steps: RunStep[];
}

/** A manual tool reply, on its way to the process that executes the run. */
export interface RunReplyRow {
  step_id: string;
  run_id: string;
  reply: string;
  created_at: string;
}

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

export interface RunStore {
  runs: Table<RunRow>;
  traces: Table<RunTraceRow>;
  replies: Table<RunReplyRow>;
  rejected: Table<RejectedCallRow>;
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
