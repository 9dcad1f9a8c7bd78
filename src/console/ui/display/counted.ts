/** A number with its noun: `1 document`, `1,204 documents`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}
