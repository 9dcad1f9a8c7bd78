import type { InputTexts } from '#console/modules/run/inputs/input-values.ts';
import { localWork } from '#console/modules/user/local-work.ts';
import type { RunTarget } from '#generated/model/index.ts';

const { inputs: inputsPrefix, target: targetPrefix } = localWork;
/** Longer inputs aren't worth the browser's few megabytes; the server has them with the run. */
const maxChars = 200_000;

/** The inputs last typed for a task on this device; empty when there are none or they can't be read. */
export function loadInputs(taskId: string): InputTexts {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(inputsPrefix + taskId) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const texts = Object.entries(stored).filter((entry) => typeof entry[1] === 'string');
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

/** Remembers the inputs. Losing them to full or blocked storage is acceptable. */
export function saveInputs(taskId: string, texts: InputTexts): void {
  const text = JSON.stringify(texts);
  if (text.length <= maxChars) write(inputsPrefix + taskId, text);
}

/** Which version of a task was last run on this device. */
export function loadTarget(taskId: string): RunTarget | null {
  try {
    const stored = localStorage.getItem(targetPrefix + taskId);
    return stored && /^([1-9]\d{0,8}|[a-z][a-z0-9-]{1,31})$/.test(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Remembers the selected version. */
export function saveTarget(taskId: string, target: RunTarget): void {
  write(targetPrefix + taskId, target);
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is blocked or full: the form works without it.
  }
}
