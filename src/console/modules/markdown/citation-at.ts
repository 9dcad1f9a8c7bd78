import type { RunCitation } from '#generated/model/index.ts';

/**
 * The citation that a number in the text refers to: the one of the last claim that starts before it.
 * @param at the position of the number; negative if unknown
 */
export function citationAt(
  citations: readonly RunCitation[],
  number: number,
  at: number,
): RunCitation | undefined {
  const own = citations.filter((one) => one.number === number);
  return own.findLast(({ start }) => at < 0 || start <= at) ?? own[0];
}
