import * as zod from 'zod';
import type { DatasetCopy } from '#console/modules/task/task-datasets.ts';
import { isObject } from '#core/json/is-object.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { DATASET_CASES_MAX, DATASETS_MAX } from '#core/limits.ts';
import {
  DatasetCaseCreate,
  DatasetCreate,
  type FieldError,
  type Task,
  TaskCreate,
  type TaskDefinition,
} from '#generated/model/index.ts';

/** How a file says that it holds a task, and how it is to be read. */
export const TASK_FILE_FORMAT = 'taskloom.task';
export const TASK_FILE_VERSION = 1;
/** No task is larger: what is, is not even read. */
export const TASK_FILE_MAX_BYTES = 32_000_000;

/** A task as a file, or why the file holds none. */
export type TaskFile =
  | { ok: true; task: TaskCreate; datasets: DatasetCopy[] }
  | { ok: false; errors: FieldError[] };

const head = zod.object({ format: zod.literal(TASK_FILE_FORMAT), version: zod.number() });

const body = TaskCreate.required({ definition: true }).extend({
  datasets: zod
    .array(
      DatasetCreate.extend({
        cases: zod.array(DatasetCaseCreate.omit({ run_id: true })).max(DATASET_CASES_MAX),
      }),
    )
    .max(DATASETS_MAX)
    .default([]),
});

/** A task with its draft and its datasets as the text of a file; `readTaskFile` reads it. */
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

/** What the file is called. */
export function taskFileName({ name }: Pick<Task, 'name'>): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  return `${plain || 'task'}.task.json`;
}

/** Reads a file; whatever it is, it gives the task or every error. Pointers are into the file; null is too much text. */
export function readTaskFile(text: string | null): TaskFile {
  if (text === null || text.length > TASK_FILE_MAX_BYTES)
    return refuse('The file is too large to be a task');
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return refuse(`This is not JSON: ${(error as Error).message}`);
  }
  const known = head.safeParse(file);
  if (!known.success) return refuse(`This is not a task: "format" is not "${TASK_FILE_FORMAT}"`);
  if (known.data.version !== TASK_FILE_VERSION)
    return refuse(
      `This file is of version ${known.data.version}; only version ${TASK_FILE_VERSION} can be read`,
    );
  const { format: _format, version: _version, ...rest } = file as Record<string, unknown>;
  const read = body.safeParse(rest);
  if (read.success) {
    const { datasets, ...task } = read.data;
    // A name that nothing has was mistyped: to leave it out would lose what was meant.
    const strays = strayMembers(rest, read.data, '');
    return strays.length > 0 ? { ok: false, errors: strays } : { ok: true, task, datasets };
  }
  return {
    ok: false,
    errors: read.error.issues.map(({ path, message }) => ({
      pointer: path.map((part) => `/${escapePointer(String(part))}`).join(''),
      message: message.endsWith('received undefined') ? 'Is missing' : message,
    })),
  };
}

/** What was given and is not in what was read of it. */
function strayMembers(given: unknown, read: unknown, at: string): FieldError[] {
  if (Array.isArray(given) && Array.isArray(read)) {
    return given.flatMap((item, index) => strayMembers(item, read[index], `${at}/${index}`));
  }
  if (!isObject(given) || !isObject(read)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const pointer = `${at}/${escapePointer(name)}`;
    if (!Object.hasOwn(read, name))
      return [{ pointer, message: 'Tasks have nothing of this name' }];
    return strayMembers(value, read[name], pointer);
  });
}

function refuse(message: string): TaskFile {
  return { ok: false, errors: [{ pointer: '', message }] };
}
