/**
 * When a job that failed is due again.
 * @param waits milliseconds before each attempt after the first
 * @param attempts how many have failed, the last one included
 * @param jitter up to this share is added, so that jobs that failed together do not come back together
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
