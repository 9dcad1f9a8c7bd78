import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { OutputField } from '#generated/model/index.ts';
import { editRow } from '../definition/row-ids.ts';
import { useEditor } from './editor-context.tsx';
import { type EditFields, OutputFieldList, useAddField } from './output-field-list.tsx';
import classes from './output-section.module.css';

interface OutputInnerFieldsProps {
  field: OutputField;
  index: number;
  /** Pointer to the field. */
  at: string;
  depth: number;
  /** Of the level that the field is in. */
  edit: EditFields;
}

/** The fields within an object. */
export function OutputInnerFields({ field, index, at, depth, edit }: OutputInnerFieldsProps) {
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
        leftSection={<IconPlus size={14} stroke={1.5} />}
        disabled={readOnly !== null || !add.isPossible}
        data-pointer={`${at}/fields`}
        onClick={add.run}
      >
        Add a field to {field.name}
      </Button>
    </div>
  );
}
