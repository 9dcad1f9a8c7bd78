import { TextInput } from '@mantine/core';
import { type ComponentType, memo } from 'react';
import { PlainCheckbox, PlainSelect } from '#console/ui/form/plain.tsx';
import { OUTPUT_DEPTH_MAX } from '#core/limits.ts';
import type { OutputField, OutputFieldType } from '#generated/model/index.ts';
import { editRow } from '../../definition/row-ids.ts';
import { typeOptions } from '../../definition/type-names.ts';
import { useEditor, useProblem } from '../editor-context.tsx';
import { setRow } from '../editor-ui.ts';
import { EditorRow } from '../rows/editor-row.tsx';
import { OptionsInput } from '../rows/options-input.tsx';
import { RowName } from '../rows/row-name.tsx';
import classes from '../rows/rows.module.css';
import type { Reorder } from '../rows/use-reorder.ts';
import type { EditFields, InnerFieldsProps } from './use-add-field.ts';

const types = typeOptions<OutputFieldType>([
  'text',
  'number',
  'integer',
  'boolean',
  'choice',
  'object',
]);
const innermost = types.filter(({ value }) => value !== 'object');

interface OutputFieldRowProps {
  id: string;
  index: number;
  /** Pointer to the field. */
  at: string;
  field: OutputField;
  depth: number;
  /** Changes the list that contains it. */
  edit: EditFields;
  reorder: Reorder;
  onRemove: (field: OutputField, index: number) => void;
  /**
   * Renders an object's own fields. That is a list of rows again, so the list passes it in to avoid an import cycle.
   */
  InnerFields: ComponentType<InnerFieldsProps>;
}

/** One output field: a line, and its details when opened. Memoised, because typing would lag with sixty rows. */
export const OutputFieldRow = memo(function OutputFieldRow(props: OutputFieldRowProps) {
  const { id, index, at: pointer, field, depth, edit, reorder, onRemove, InnerFields } = props;
  const { ui, readOnly } = useEditor();
  const nameProblem = useProblem(`${pointer}/name`);
  const locked = readOnly !== null;
  const { name } = field;
  const isObject = field.type === 'object';
  const innerProblem = useProblem(`${pointer}/fields`);
  const problem = nameProblem ?? (isObject && !field.fields?.length ? innerProblem : undefined);
  const change = (values: Partial<OutputField>) =>
    edit((now) => now.map((one, i) => (i === index ? editRow(one, values) : one)));

  return (
    <EditorRow
      {...{ id, index, name, reorder, problem }}
      at={pointer}
      about="Description, options"
      onRemove={() => onRemove(field, index)}
      line={
        <>
          <RowName
            {...{ id, name, locked }}
            at={pointer}
            label={`Name of field ${index + 1}`}
            hasProblem={problem !== undefined}
            onChange={(changed) => change({ name: changed })}
          />
          <PlainSelect
            className={classes.type}
            aria-label={`Type of ${name}`}
            options={depth < OUTPUT_DEPTH_MAX ? types : innermost}
            value={field.type}
            disabled={locked}
            onChange={(type) => {
              change({ type: type as OutputFieldType });
              if (type === 'choice') setRow(ui, id, true);
            }}
          />
          <PlainCheckbox
            className={classes.flag}
            label="List"
            aria-label={`List: ${name}`}
            checked={field.list}
            disabled={locked}
            onChange={(list) => change({ list })}
          />
          <PlainCheckbox
            className={classes.flag}
            label="Required"
            aria-label={`Required: ${name}`}
            checked={field.required}
            disabled={locked}
            onChange={(required) => change({ required })}
          />
        </>
      }
      details={() => (
        <>
          {field.type === 'choice' && (
            <OptionsInput
              pointer={`${pointer}/options`}
              options={field.options ?? []}
              readOnly={locked}
              onChange={(options) => change({ options })}
            />
          )}
          <TextInput
            className={classes.wide}
            label="Description"
            description="Shown to the model and in the API docs"
            data-pointer={`${pointer}/description`}
            maxLength={1000}
            readOnly={locked}
            value={field.description ?? ''}
            onChange={(event) => change({ description: event.currentTarget.value || undefined })}
          />
        </>
      )}
    >
      {isObject && <InnerFields {...{ field, index, at: pointer, depth, edit }} />}
    </EditorRow>
  );
});
