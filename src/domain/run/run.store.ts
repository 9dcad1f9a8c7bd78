import type { Run, RunCallerType, RunError, RunSource, RunStatus } from '#generated/model/index.ts';

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
  /** How often the text was begun anew. */
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
