import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import type { FlowRow, SessionRecord } from '../rows.ts';

/** Result of a settings method. */
export interface Change {
  /** False if the form is only shown again, with new content. */
  saved: boolean;
  /** Whether the form shows the backup codes. */
  revealed?: boolean;
  internal?: FlowRow['internal'];
  /** Entries of `continue_with`. */
  next?: unknown[];
}

/** A submitted settings form. */
export interface Submission {
  ctx: IdentityContext;
  exchange: Exchange;
  flow: FlowRow;
  record: SessionRecord;
  /** @throws IdentityError 403 session_refresh_required if the person didn't sign in recently. */
  assertPrivileged(): void;
}
