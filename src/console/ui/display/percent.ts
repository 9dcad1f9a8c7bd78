/** `98.4%`; whole numbers when there is nothing behind the point. No space: the sign never stands alone in a line. */
export function percent(value: number | null): string {
  if (value === null) return '–';
  // 99.96 is not all of them.
  const shown = value < 100 && value > 99.9 ? 99.9 : Math.round(value * 10) / 10;
  return `${shown}%`;
}
