import { ActionIcon, Checkbox, Select, TextInput, Tooltip } from '@mantine/core';
import { IconChevronRight, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { OutputField, OutputFieldType } from '#generated/model/index.ts';
import { editRow } from '../definition/row-ids.ts';
import { useEditor, useEditorUi, useProblem } from './editor-context.tsx';
import { setRow } from './editor-ui.ts';
import { LazyOptionsInput } from './lazy-options-input.tsx';
import classes from './rows.module.css';

const types: { value: OutputFieldType; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Integer' },
  { value: 'boolean', label: 'Yes / no' },
  { value: 'choice', label: 'Choice' },
];

interface OutputFieldRowProps {
  id: string;
  index: number;
  field: OutputField;
  row: ComponentProps<'li'>;
  grip: ComponentProps<'button'>;
  onRemove: () => void;
}

/** One field of the output: a line, and its details when opened. */
export function OutputFieldRow({ id, index, field, row, grip, onRemove }: OutputFieldRowProps) {
  const { draft, ui, readOnly } = useEditor();
  const open = useEditorUi((state) => state.rows.has(id));
  const pointer = `/output_format/fields/${index}`;
  const nameProblem = useProblem(`${pointer}/name`);
  const locked = readOnly !== null;
  const { name } = field;
  const change = (values: Partial<OutputField>) =>
    draft.edit((definition) => {
      const { output_format } = definition;
      const fields = output_format.fields?.map((f, i) => (i === index ? editRow(f, values) : f));
      return { ...definition, output_format: { ...output_format, fields } };
    });

  return (
    <li className={classes.row} {...row} data-pointer={pointer}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.grip}
          disabled={locked}
          aria-label={`Move ${name}: drag, or use the arrow keys`}
          {...grip}
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
          data={types}
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
          <Tooltip label="Remove">
            <ActionIcon aria-label={`Remove ${name}`} disabled={locked} onClick={onRemove}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      {nameProblem && <p className={classes.problem}>{nameProblem}</p>}
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
    </li>
  );
}
