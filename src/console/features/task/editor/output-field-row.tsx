import { ActionIcon, Checkbox, Select, TextInput } from '@mantine/core';
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react';
import { memo } from 'react';
import { Tooltip } from '#console/ui/tooltip.tsx';
import { OUTPUT_DEPTH_MAX } from '#core/limits.ts';
import type { OutputField, OutputFieldType } from '#generated/model/index.ts';
import { editRow } from '../definition/row-ids.ts';
import { typeOptions } from '../definition/type-names.ts';
import { useEditor, useEditorUi, useProblem } from './editor-context.tsx';
import { setRow } from './editor-ui.ts';
import { LazyOptionsInput } from './lazy-options-input.tsx';
import type { EditFields } from './output-field-list.tsx';
import { OutputInnerFields } from './output-inner-fields.tsx';
import { RemoveButton } from './remove-button.tsx';
import classes from './rows.module.css';
import type { Reorder } from './use-reorder.ts';

const types = typeOptions<OutputFieldType>([
  'text',
  'number',
  'integer',
  'boolean',
  'choice',
  'object',
]);

interface OutputFieldRowProps {
  id: string;
  index: number;
  /** Pointer to it. */
  at: string;
  field: OutputField;
  depth: number;
  /** Changes the level that it is in. */
  edit: EditFields;
  reorder: Reorder;
  onRemove: (field: OutputField, index: number) => void;
}

/**
 * One field of the output: a line, and its details when opened. It renders when it is changed itself: in sixty
 * rows typing would lag else.
 */
export const OutputFieldRow = memo(function OutputFieldRow(props: OutputFieldRowProps) {
  const { id, index, at: pointer, field, depth, edit, reorder, onRemove } = props;
  const { ui, readOnly } = useEditor();
  const open = useEditorUi((state) => state.rows.has(id));
  const nameProblem = useProblem(`${pointer}/name`);
  const locked = readOnly !== null;
  const { name } = field;
  const isObject = field.type === 'object';
  const innerProblem = useProblem(`${pointer}/fields`);
  const problem = nameProblem ?? (isObject && !field.fields?.length ? innerProblem : undefined);
  const change = (values: Partial<OutputField>) =>
    edit((now) => now.map((one, i) => (i === index ? editRow(one, values) : one)));

  return (
    <li className={classes.row} {...reorder.row(index)} data-pointer={pointer}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.grip}
          disabled={locked}
          aria-label={`Move ${name}: drag, or use the arrow keys`}
          {...reorder.grip(index)}
        >
          <IconGripVertical size={16} stroke={1.5} aria-hidden />
        </button>
        <TextInput
          className={classes.name}
          data-name={id}
          data-pointer={`${pointer}/name`}
          aria-label={`Name of field ${index + 1}`}
          value={name}
          maxLength={64}
          readOnly={locked}
          spellCheck={false}
          autoComplete="off"
          error={nameProblem !== undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Select
          className={classes.type}
          aria-label={`Type of ${name}`}
          data={depth < OUTPUT_DEPTH_MAX ? types : types.filter(({ value }) => value !== 'object')}
          value={field.type}
          allowDeselect={false}
          disabled={locked}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          onChange={(type) => {
            if (type === null) return;
            change({ type: type as OutputFieldType });
            if (type === 'choice') setRow(ui, id, true);
          }}
        />
        <Checkbox
          className={classes.flag}
          label="List"
          checked={field.list}
          disabled={locked}
          onChange={(event) => change({ list: event.currentTarget.checked })}
        />
        <Checkbox
          className={classes.flag}
          label="Required"
          checked={field.required}
          disabled={locked}
          onChange={(event) => change({ required: event.currentTarget.checked })}
        />
        <div className={classes.tail}>
          <Tooltip label={open ? 'Hide details' : 'Description, options'}>
            <ActionIcon
              aria-label={`Details of ${name}`}
              aria-expanded={open}
              onClick={() => setRow(ui, id, !open)}
            >
              <IconChevronRight size={16} stroke={1.5} className={classes.chevron} />
            </ActionIcon>
          </Tooltip>
          <RemoveButton name={name} disabled={locked} onRemove={() => onRemove(field, index)} />
        </div>
      </div>
      {problem && <p className={classes.problem}>{problem}</p>}
      {open && (
        <div className={classes.details}>
          {field.type === 'choice' && (
            <LazyOptionsInput
              pointer={`${pointer}/options`}
              options={field.options ?? []}
              readOnly={locked}
              onChange={(options) => change({ options })}
            />
          )}
          <TextInput
            className={classes.wide}
            label="Description"
            description="Told to the model, and to those who call the task"
            data-pointer={`${pointer}/description`}
            maxLength={1000}
            readOnly={locked}
            value={field.description ?? ''}
            onChange={(event) => change({ description: event.currentTarget.value || undefined })}
          />
        </div>
      )}
      {isObject && <OutputInnerFields {...{ field, index, at: pointer, depth, edit }} />}
    </li>
  );
});
