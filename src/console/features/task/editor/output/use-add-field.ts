import { OUTPUT_FIELDS_MAX } from '#core/limits.ts';
import type { OutputField } from '#generated/model/index.ts';
import { rowId } from '../../definition/row-ids.ts';

/** Changes one level of fields, given its current state. Stable as long as the level stays the same. */
export type EditFields = (change: (fields: OutputField[]) => OutputField[]) => void;

/** What the rows of an object's fields need. */
export interface InnerFieldsProps {
  field: OutputField;
  index: number;
  /** Pointer to the field. */
  at: string;
  depth: number;
  /** Depth of the level that contains the field. */
  edit: EditFields;
}

/** Adds a field to a level and focuses its name. */
export function useAddField(edit: EditFields, fields: readonly OutputField[]) {
  const run = () => {
    const added: OutputField = {
      name: freeFieldName(fields),
      type: 'text',
      required: true,
      list: false,
    };
    edit((now) => [...now, added]);
    const id = rowId(added);
    setTimeout(() => document.querySelector<HTMLInputElement>(`[data-name="${id}"]`)?.select());
  };
  return { run, isPossible: fields.length < OUTPUT_FIELDS_MAX };
}

/** `field`, `field_2`, `field_3` … */
function freeFieldName(fields: readonly OutputField[]): string {
  const taken = new Set(fields.map((field) => field.name));
  let name = 'field';
  for (let i = 2; taken.has(name); i++) name = `field_${i}`;
  return name;
}
