import type { RunCitation } from '#generated/model/index.ts';

/**
 * The citation that a number in a text stands for: that of the last claim that begins before it.
 * @param at where the number is; negative if unknown
 */
export function citationAt(
  citations: readonly RunCitation[],
  number: number,
  at: number,
): RunCitation | undefined {
  const own = citations.filter((one) => one.number === number);
  return own.findLast(({ start }) => at < 0 || start <= at) ?? own[0];
}
