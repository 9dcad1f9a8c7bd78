import type { OutputFieldType, TaskVariableType } from '#generated/model/index.ts';

/** What the types of variables and fields are called. */
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

/** Types as a select offers them. */
export function typeOptions<T extends keyof typeof typeNames>(types: readonly T[]) {
  return types.map((value) => ({ value, label: typeNames[value] }));
}
