/** Gives others a turn in the middle of long work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
