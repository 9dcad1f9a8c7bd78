/** `98.4%`, without a trailing `.0`. No space before the sign, so that it never wraps onto a line of its own. */
export function percent(value: number | null): string {
  if (value === null) return '–';
  // 99.96 must not read as 100%.
  const shown = value < 100 && value > 99.9 ? 99.9 : Math.round(value * 10) / 10;
  return `${shown}%`;
}
