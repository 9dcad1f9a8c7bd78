/** What one of a template's samples is called: the first is the usual one, the others are harder. */
export function sampleName(index: number, count: number): string {
  if (index === 0) return 'Usual';
  return count === 2 ? 'Harder' : `Harder ${index}`;
}
