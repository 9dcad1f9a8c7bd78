import * as zod from 'zod/mini';
import type { DatasetCopy } from '#console/modules/task/task-datasets.ts';
import { isObject } from '#core/json/is-object.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { DATASET_CASES_MAX, DATASETS_MAX } from '#core/limits.ts';
import { DatasetCaseOfInputs } from '#generated/model/datasetCaseOfInputs.zod.ts';
import { DatasetCreate } from '#generated/model/datasetCreate.zod.ts';
import type { FieldError, Task, TaskDefinition } from '#generated/model/index.ts';
import { TaskCreate } from '#generated/model/taskCreate.zod.ts';

/** The header that identifies a task file and its version. */
export const TASK_FILE_FORMAT = 'taskloom.task';
export const TASK_FILE_VERSION = 1;
/** Upper bound of a task's size; larger files are not read at all. */
export const TASK_FILE_MAX_BYTES = 32_000_000;

/** A task read from a file, or what is wrong with the file. */
export type TaskFile =
  | { ok: true; task: TaskCreate; datasets: DatasetCopy[] }
  | { ok: false; errors: FieldError[] };

const head = zod.object({ format: zod.literal(TASK_FILE_FORMAT), version: zod.number() });

// Described schemas can't be narrowed or extended, but their shapes can.
const { run_id: _, ...caseShape } = DatasetCaseOfInputs.shape;
const cases = zod.array(zod.object(caseShape)).check(zod.maxLength(DATASET_CASES_MAX));
const datasets = zod
  .array(zod.object({ ...DatasetCreate.shape, cases }))
  .check(zod.maxLength(DATASETS_MAX));
const body = zod.object({
  ...TaskCreate.shape,
  definition: zod.nonoptional(TaskCreate.shape.definition),
  datasets: zod._default(datasets, []),
});

/** Serialises a task with its draft and datasets; `readTaskFile` reads it back. */
export function writeTaskFile(
  { name, description, tags }: Pick<Task, 'name' | 'description' | 'tags'>,
  definition: TaskDefinition,
  datasets: readonly DatasetCopy[] = [],
): string {
  const file = { format: TASK_FILE_FORMAT, version: TASK_FILE_VERSION };
  const task = { name, description, tags, definition };
  const more = datasets.length > 0 && { datasets };
  return `${JSON.stringify({ ...file, ...task, ...more }, null, 2)}\n`;
}

/** The file name for a task. */
export function taskFileName({ name }: Pick<Task, 'name'>): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  return `${plain || 'task'}.task.json`;
}

/**
 * Parses a task file and returns either the task or every error, with pointers into the file. Pass null when the file
 * is too large to read.
 */
export function readTaskFile(text: string | null): TaskFile {
  if (text === null || text.length > TASK_FILE_MAX_BYTES)
    return refuse('The file is too large for a task');
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return refuse(`Not valid JSON: ${(error as Error).message}`);
  }
  const known = head.safeParse(file);
  if (!known.success) return refuse(`Not a task file: "format" must be "${TASK_FILE_FORMAT}"`);
  if (known.data.version !== TASK_FILE_VERSION)
    return refuse(
      `Unsupported version ${known.data.version}: only version ${TASK_FILE_VERSION} can be imported`,
    );
  const { format: _format, version: _version, ...rest } = file as Record<string, unknown>;
  const read = body.safeParse(rest);
  if (read.success) {
    const { datasets, ...task } = read.data;
    // An unknown property is most likely a typo: ignoring it would lose data.
    const unknown = unknownMembers(rest, read.data, '');
    return unknown.length > 0 ? { ok: false, errors: unknown } : { ok: true, task, datasets };
  }
  return {
    ok: false,
    errors: read.error.issues.map(({ path, message }) => ({
      pointer: path.map((part) => `/${escapePointer(String(part))}`).join(''),
      message: message.endsWith('received undefined') ? 'Required' : message,
    })),
  };
}

/** Properties that were in the input but not in the parsed result. */
function unknownMembers(given: unknown, read: unknown, at: string): FieldError[] {
  if (Array.isArray(given) && Array.isArray(read)) {
    return given.flatMap((item, index) => unknownMembers(item, read[index], `${at}/${index}`));
  }
  if (!isObject(given) || !isObject(read)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const pointer = `${at}/${escapePointer(name)}`;
    if (!Object.hasOwn(read, name)) return [{ pointer, message: 'Unknown property' }];
    return unknownMembers(value, read[name], pointer);
  });
}

function refuse(message: string): TaskFile {
  return { ok: false, errors: [{ pointer: '', message }] };
}
