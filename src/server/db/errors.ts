/**
 * The name of the unique index that a write violated; undefined for other errors. Drizzle wraps the driver's error, so
 * the code is on the cause.
 */
export function uniqueViolation(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    const { code, constraint } = at as Error & { code?: string; constraint?: string };
    if (code === '23505') return constraint ?? '';
    at = at.cause;
  }
  return undefined;
}
