/** The name of a template's sample: the first is the typical one, the others are edge cases. */
export function sampleName(index: number, count: number): string {
  if (index === 0) return 'Typical';
  return count === 2 ? 'Edge case' : `Edge case ${index}`;
}
