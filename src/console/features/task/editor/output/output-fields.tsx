import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useDraft, useEditor, useProblem } from '../editor-context.tsx';
import rows from '../rows/rows.module.css';
import { OutputFieldList } from './output-field-list.tsx';
import classes from './output-section.module.css';
import { type EditFields, useAddField } from './use-add-field.ts';

const POINTER = '/output_format/fields';

/** The output's fields as a tree. */
export function OutputFields() {
  const { draft, readOnly } = useEditor();
  const fields = useDraft((state) => state.content.output_format.fields) ?? [];
  const empty = useProblem(POINTER);
  const edit = useCallback<EditFields>(
    (change) =>
      draft.edit((definition) => {
        const { output_format: format } = definition;
        return { ...definition, output_format: { ...format, fields: change(format.fields ?? []) } };
      }),
    [draft],
  );
  const add = useAddField(edit, fields);

  return (
    <>
      <OutputFieldList label="Output fields" at={POINTER} fields={fields} depth={1} edit={edit} />
      {fields.length === 0 && empty && <p className={classes.problem}>{empty}</p>}
      <Button
        className={rows.add}
        variant="subtle"
        size="xs"
        leftSection={<IconPlus />}
        disabled={readOnly !== null || !add.isPossible}
        data-pointer={POINTER}
        onClick={add.run}
      >
        Add field
      </Button>
    </>
  );
}
