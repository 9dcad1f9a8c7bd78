/**
 * The name of the unique index that a write violated; undefined for other errors. Drizzle wraps the driver's error, so
 * the code is on the cause.
 */
export function uniqueViolation(error: unknown): string | undefined {
  return violated(error, '23505');
}

/** Whether a row couldn't be stored because what it belongs to has been deleted. */
export function isParentGone(error: unknown): boolean {
  return violated(error, '23503') !== undefined;
}

/** Whether a row can never be stored: its JSON is too long, or PostgreSQL rejects its values, keys or size. */
export function isRefusal(error: unknown): boolean {
  const isRefused = (at: DatabaseError) =>
    at instanceof RangeError || /^(22|23|54)/.test(String(at.code));
  return found(error, isRefused) !== undefined;
}

/** The name of the constraint, if the error has this code. */
function violated(error: unknown, wanted: string): string | undefined {
  const at = found(error, ({ code }) => code === wanted);
  return at && (at.constraint ?? '');
}

type DatabaseError = Error & { code?: string; constraint?: string };

/** The error or the first of its causes that meets a condition. */
function found(error: unknown, test: (at: DatabaseError) => boolean): DatabaseError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    if (test(at)) return at;
    at = at.cause;
  }
  return undefined;
}
