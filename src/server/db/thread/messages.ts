/** Requests to the database's thread. Each gets one reply. */
export type Request =
  | {
      kind: 'query';
      sql: string;
      params?: unknown[];
      rowMode?: 'array' | 'object';
    }
  | { kind: 'exec'; sql: string }
  | { kind: 'begin' }
  | { kind: 'commit' }
  | { kind: 'rollback' }
  | { kind: 'listen'; channel: string }
  | { kind: 'unlisten'; listener: number }
  | { kind: 'close' };

/** `within` is the id of the request that began the transaction. */
export type Message = Request & { id: number; within?: number | undefined };

export type Answer =
  | { id: number; value: unknown }
  | { id: number; error: { message: string; [field: string]: unknown } }
  | { listener: number; payload: string }
  | { isReady: true };
