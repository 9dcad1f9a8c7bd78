import type {
  RunCallerType,
  RunCitation,
  RunError,
  RunSource,
  RunStep,
} from '#generated/model/index.ts';

/** The columns of a run to accept. */
export interface AcceptedRow {
  id: string;
  org_id: string;
  project_id: string;
  task_id: string;
  task_name: string;
  revision: number | null;
  /** Null for the active revision. */
  target: string | null;
  /** Names of the inputs that were omitted and have a default; null if there are none. */
  defaulted: string[] | null;
  source: RunSource;
  /** The chat that it answers in. */
  chat_id: string | null;
  status: 'queued' | 'running';
  model_id: string;
  input_preview: string;
  inputs: Record<string, unknown>;
  caller_type: RunCallerType;
  caller_id: string;
  caller_name: string;
  idempotency_key: string | null;
  request_hash: string | null;
  worker_id: string;
  created_at: string;
  /**
   * The maximum cost in micro-dollars. The balance and the spend limits, minus the reservations of other runs, must
   * cover it.
   */
  reserved: number;
  /** Whether its model is free, so that no balance is needed. */
  is_free: boolean;
}

/** A run that may cost more than it has reserved. */
export interface ReservedRow {
  id: string;
  org_id: string;
  /** Micro-dollars that it may cost in total. */
  reserved: number;
}

/** The progress of a run. */
export interface CheckpointRow {
  id: string;
  output_text: string;
  resets: number;
  input_tokens: number;
  output_tokens: number;
  /** In micro-dollars; null if the price is unknown. */
  cost: number | null;
  /** Micro-dollars that the balance pays. */
  billed: number;
  first_token_ms: number | null;
}

/** A run that has ended. */
export interface EndedRow extends CheckpointRow {
  status: 'succeeded' | 'failed' | 'cancelled';
  /** Null for text output, which is in `output_text`. */
  output: Record<string, unknown> | null;
  /** Null if nothing is cited. */
  citations: RunCitation[] | null;
  output_valid: boolean | null;
  latency_ms: number;
  error: RunError | null;
  ended_at: string;
  /** The id of its ledger entry, if there is one. */
  entry_id: string;
  steps: RunStep[];
}
