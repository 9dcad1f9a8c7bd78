import { readFileSync, writeFileSync } from 'node:fs';

/** The memory of a process in MB: resident, and its peak since `forgetPeak`. Undefined if there is no /proc. */
export function megabytesOf(
  pid: number | undefined,
  which: 'VmRSS' | 'VmHWM' = 'VmRSS',
): number | undefined {
  const status = readProc(pid, 'status');
  const found = status && new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1];
  return found ? Math.round(Number(found) / 1024) : undefined;
}

/** Lets the peak of `megabytesOf` begin again. */
export function forgetPeak(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Elsewhere than on Linux, there is no peak.
  }
}

function readProc(pid: number | undefined, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
