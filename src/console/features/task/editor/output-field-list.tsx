import { useCallback } from 'react';
import { useFirstRows } from '#console/ui/first-rows.ts';
import { toast } from '#console/ui/toast.ts';
import { OUTPUT_FIELDS_MAX } from '#core/limits.ts';
import type { OutputField } from '#generated/model/index.ts';
import { moved, rowId } from '../definition/row-ids.ts';
import { OutputFieldRow } from './output-field-row.tsx';
import rows from './rows.module.css';
import { useReorder } from './use-reorder.ts';

/** Changes one level of fields, as it then is. The same function for as long as the level is the same. */
export type EditFields = (change: (fields: OutputField[]) => OutputField[]) => void;

interface OutputFieldListProps {
  label: string;
  /** Pointer to the list. */
  at: string;
  fields: OutputField[];
  /** 1 for the fields of the answer itself. */
  depth: number;
  edit: EditFields;
}

/** One level of an answer's fields. */
export function OutputFieldList({ label, at, fields, depth, edit }: OutputFieldListProps) {
  const reorder = useReorder(fields.length, (from, to) => edit((now) => moved(now, from, to)));
  const remove = useCallback(
    (removed: OutputField, index: number) => {
      edit((now) => now.filter((_, i) => i !== index));
      toast.undo(`Removed the field ${removed.name}`, () =>
        edit((now) => [...now.slice(0, index), removed, ...now.slice(index)]),
      );
    },
    [edit],
  );
  const shown = useFirstRows(fields);
  if (fields.length === 0) return null;
  return (
    <ol className={rows.list} aria-label={label}>
      {shown.map((field, index) => (
        <OutputFieldRow
          key={rowId(field)}
          id={rowId(field)}
          index={index}
          at={`${at}/${index}`}
          field={field}
          depth={depth}
          edit={edit}
          reorder={reorder}
          onRemove={remove}
        />
      ))}
    </ol>
  );
}

/** Adds a field to a level, and puts the cursor on its name. */
export function useAddField(edit: EditFields, fields: readonly OutputField[]) {
  const run = () => {
    const made: OutputField = {
      name: freeFieldName(fields),
      type: 'text',
      required: true,
      list: false,
    };
    edit((now) => [...now, made]);
    const id = rowId(made);
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
