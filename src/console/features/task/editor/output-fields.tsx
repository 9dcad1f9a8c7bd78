import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Segmented } from '#console/ui/segmented.tsx';
import { useDraft, useEditor, useProblem } from './editor-context.tsx';
import { type EditFields, OutputFieldList, useAddField } from './output-field-list.tsx';
import classes from './output-section.module.css';
import { SchemaEditor } from './schema-editor.tsx';

const POINTER = '/output_format/fields';

/** The fields of the answer, as a tree or as the JSON Schema that they are. */
export function OutputFields() {
  const { draft, readOnly } = useEditor();
  const fields = useDraft((state) => state.definition.output_format.fields) ?? [];
  const [view, setView] = useState<'fields' | 'schema'>('fields');
  const empty = useProblem(POINTER);
  const edit: EditFields = (change) =>
    draft.edit((definition) => {
      const { output_format: format } = definition;
      return { ...definition, output_format: { ...format, fields: change(format.fields ?? []) } };
    });
  const add = useAddField(edit, fields);
  const switcher = (
    <Segmented
      label="Edit as"
      value={view}
      onChange={setView}
      items={[
        { value: 'fields', label: 'Fields' },
        { value: 'schema', label: 'JSON Schema' },
      ]}
    />
  );

  if (view === 'schema')
    return (
      <>
        <div className={classes.views}>{switcher}</div>
        <SchemaEditor />
      </>
    );
  return (
    <>
      <div className={classes.views}>
        {switcher}
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.5} />}
          disabled={readOnly !== null || !add.isPossible}
          data-pointer={POINTER}
          onClick={add.run}
        >
          Add field
        </Button>
      </div>
      <OutputFieldList label="Output fields" at={POINTER} fields={fields} depth={1} edit={edit} />
      {fields.length === 0 && empty && <p className={classes.problem}>{empty}</p>}
    </>
  );
}
