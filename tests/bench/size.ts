/** Whether a bench only shows that it works. */
export const isSmall = process.argv.includes('--small');

/**
 * How much a bench measures. With `--small`, as in CI, the least with which it still works: figures mean nothing then.
 * @param variable of the environment, which has precedence
 */
export function sizeOf(variable: string, usual: number, smallest: number): number {
  return Number(process.env[variable] ?? (isSmall ? smallest : usual));
}
