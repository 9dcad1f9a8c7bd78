import type { OutputFieldType, TaskVariableType } from '#generated/model/index.ts';

/** Display names of variable and field types. */
export const typeNames: Record<TaskVariableType | OutputFieldType, string> = {
  text: 'Text',
  number: 'Number',
  integer: 'Integer',
  boolean: 'Yes / no',
  choice: 'Choice',
  list: 'List',
  json: 'JSON',
  image: 'Image',
  file: 'File',
  object: 'Object',
};

/** Types as the options of a select. */
export function typeOptions<T extends keyof typeof typeNames>(types: readonly T[]) {
  return types.map((value) => ({ value, label: typeNames[value] }));
}
