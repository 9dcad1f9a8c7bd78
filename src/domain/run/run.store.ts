import type {
  Run,
  RunCaller,
  RunCallerType,
  RunError,
  RunFigures,
  RunSource,
  RunStatus,
  RunStep,
} from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** A call of a task. Runs outlive their task. */
export interface RunRow {
  id: string;
  org_id: string;
  project_id: string;
  task_id: string;
  task_name: string;
  /** Null for a draft. */
  revision: number | null;
  /** The revision or environment that was asked for by name; null for the active one. */
  target: string | null;
  /** Inputs that were not sent: their variables have a default. */
  defaulted: string[] | null;
  source: RunSource;
  status: RunStatus;
  model_id: string;
  input_preview: string;
  inputs: Run['inputs'];
  /** An object; a text is not repeated here. */
  output: Record<string, unknown> | null;
  /** What the model wrote, saved about every half second while it writes. */
  output_text: string;
  /** How many times the output was restarted from the beginning, for example after a retry. */
  resets: number;
  output_valid: boolean | null;
  input_tokens: number;
  output_tokens: number;
  /** Micro-dollars; null while it runs and when the price is unknown. */
  cost: number | null;
  latency_ms: number | null;
  first_token_ms: number | null;
  error: RunError | null;
  caller_type: RunCallerType;
  caller_id: string;
  caller_name: string;
  idempotency_key: string | null;
  /** Hash of what was asked for: the same key with something else is refused. */
  request_hash: string | null;
  /** The process that runs it; when that one dies the run is lost. */
  worker_id: string;
  cancel_requested: boolean;
  created_at: string;
  ended_at: string | null;
}

/** A run without what can be large. */
export type RunSummaryRow = Omit<RunRow, 'inputs' | 'output' | 'output_text'>;

/** What a run did, step by step; written when it ends. */
export interface RunTraceRow {
  run_id: string;
  steps: RunStep[];
}

/** What a person said for a tool that waits, on its way to the process that runs the run. */
export interface RunReplyRow {
  step_id: string;
  run_id: string;
  reply: string;
  created_at: string;
}

/** What narrows the runs of a project: lists, figures and exports alike. */
export interface RunFilter {
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

/** Runs before the id `after`, newest first: ids hold the time. */
export interface RunPage {
  limit: number;
  after?: string | undefined;
}

/** Figures of one set of runs. */
export interface FiguresRow extends Omit<RunFigures, `latency_${string}`> {
  kind: 'bucket' | 'revision' | 'total';
  /** When the bucket begins. */
  at: string | null;
  task_id: string | null;
  /** The newest of them, which has the task's newest name. */
  last_run_id: string | null;
  revision: number | null;
  /** The percentiles 50, 95 and 99; null when nothing succeeded. */
  latencies: number[] | null;
}

export interface RunStore {
  runs: Table<RunRow>;
  traces: Table<RunTraceRow>;
  replies: Table<RunReplyRow>;
  list(projectId: string, filter: RunFilter, page: RunPage): Promise<RunSummaryRow[]>;
  /** The same runs as `list`, whole. */
  listFull(projectId: string, filter: RunFilter, page: RunPage): Promise<RunRow[]>;
  /**
   * The same runs as `list` among the next `atMost`: no index answers a search.
   * @returns also the id of the last run that was looked at, when there are older ones and the page is not full
   */
  search(
    projectId: string,
    filter: RunFilter,
    page: RunPage & { atMost: number },
  ): Promise<{ rows: RunSummaryRow[]; last?: string }>;
  /** Figures by hour or day, by revision, and in all. */
  figures(projectId: string, filter: RunFilter, interval: 'hour' | 'day'): Promise<FiguresRow[]>;
  /** What the tasks of some runs were called, by the run's id. */
  taskNames(runIds: readonly string[]): Promise<Map<string, string>>;
  /** Everybody who has run tasks of a project, by the newest name of each. */
  callers(projectId: string): Promise<RunCaller[]>;
}
