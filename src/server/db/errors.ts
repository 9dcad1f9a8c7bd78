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

/** The name of the constraint, if the error has this code. */
function violated(error: unknown, wanted: string): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    const { code, constraint } = at as Error & { code?: string; constraint?: string };
    if (code === wanted) return constraint ?? '';
    at = at.cause;
  }
  return undefined;
}
