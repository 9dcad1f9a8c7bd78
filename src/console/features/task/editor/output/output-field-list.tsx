import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { toast } from '#console/ui/feedback/toast.ts';
import { useFirstRows } from '#console/ui/list/first-rows.ts';
import type { OutputField } from '#generated/model/index.ts';
import { editRow, moved, rowId } from '../../definition/row-ids.ts';
import { useEditor } from '../editor-context.tsx';
import rows from '../rows/rows.module.css';
import { useReorder } from '../rows/use-reorder.ts';
import { OutputFieldRow } from './output-field-row.tsx';
import classes from './output-section.module.css';
import { type EditFields, type InnerFieldsProps, useAddField } from './use-add-field.ts';

interface OutputFieldListProps {
  label: string;
  /** Pointer to the list. */
  at: string;
  fields: OutputField[];
  /** 1 for the top-level fields of the output. */
  depth: number;
  edit: EditFields;
}

/** One level of the output's fields. */
export function OutputFieldList({ label, at, fields, depth, edit }: OutputFieldListProps) {
  const reorder = useReorder(fields.length, (from, to) => edit((now) => moved(now, from, to)));
  const remove = useCallback(
    (removed: OutputField, index: number) => {
      edit((now) => now.filter((_, i) => i !== index));
      toast.undo(`Field “${removed.name}” removed`, () =>
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
          InnerFields={InnerFields}
        />
      ))}
    </ol>
  );
}

/** The fields of an object. */
function InnerFields({ field, index, at, depth, edit }: InnerFieldsProps) {
  const { readOnly } = useEditor();
  const fields = field.fields ?? [];
  const editInner = useCallback<EditFields>(
    (change) =>
      edit((now) =>
        now.map((one, i) =>
          i === index ? editRow(one, { fields: change(one.fields ?? []) }) : one,
        ),
      ),
    [edit, index],
  );
  const add = useAddField(editInner, fields);
  return (
    <div className={classes.inner}>
      <OutputFieldList
        label={`Fields of ${field.name}`}
        at={`${at}/fields`}
        fields={fields}
        depth={depth + 1}
        edit={editInner}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus />}
        disabled={readOnly !== null || !add.isPossible}
        data-pointer={`${at}/fields`}
        onClick={add.run}
      >
        Add field to {field.name}
      </Button>
    </div>
  );
}
