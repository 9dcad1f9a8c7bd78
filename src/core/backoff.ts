/**
 * When a failed job is due again.
 * @param waits milliseconds before each attempt after the first
 * @param attempts how many attempts have failed, including the last one
 * @param jitter up to this share is added to the wait, so that jobs that failed together are not retried together
 * @returns undefined when that was the last attempt
 */
export function retryAt(
  now: Date,
  waits: readonly number[],
  attempts: number,
  jitter = 0,
): Date | undefined {
  const wait = waits[attempts - 1];
  if (wait === undefined) return undefined;
  return new Date(now.getTime() + wait * (1 + Math.random() * jitter));
}
