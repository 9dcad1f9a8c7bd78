import { ActionIcon, Button, Checkbox, Select } from '@mantine/core';
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Tooltip } from '#console/ui/tooltip.tsx';
import { isFileType } from '#core/task/files.ts';
import type { TaskVariable, TaskVariableType } from '#generated/model/index.ts';
import { typeOptions } from '../definition/type-names.ts';
import { changeVariable, renameVariable, suggestedName } from '../definition/variables.ts';
import { useDraft, useEditor, useEditorUi, useProblem } from './editor-context.tsx';
import { setRow } from './editor-ui.ts';
import { NameInput } from './name-input.tsx';
import { RemoveButton } from './remove-button.tsx';
import classes from './rows.module.css';
import { VariableDetails } from './variable-details.tsx';

const types = typeOptions<TaskVariableType>([
  'text',
  'number',
  'boolean',
  'choice',
  'list',
  'json',
  'image',
  'file',
]);

interface VariableRowProps {
  id: string;
  index: number;
  row: ComponentProps<'li'>;
  grip: ComponentProps<'button'>;
  onRemove: () => void;
}

/** One input of the task: a line, and its details when opened. */
export function VariableRow({ id, index, row, grip, onRemove }: VariableRowProps) {
  const { draft, ui, readOnly } = useEditor();
  const variable = useDraft((state) => state.definition.variables[index]);
  const open = useEditorUi((state) => state.rows.has(id));
  const pointer = `/variables/${index}`;
  const nameProblem = useProblem(`${pointer}/name`);
  const anyProblem = useProblem(pointer);
  if (!variable) return null;
  const locked = readOnly !== null;
  // The details say what is wrong with them where it is.
  const problem = open ? nameProblem : (nameProblem ?? anyProblem);
  const change = (values: Omit<Partial<TaskVariable>, 'name'>) =>
    draft.edit((definition) => changeVariable(definition, index, values));
  const rename = (name: string) =>
    draft.edit((definition) => renameVariable(definition, index, name));
  const suggestion = suggestedName(variable.name);
  const { name } = variable;

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
        <div className={classes.name} data-pointer={`${pointer}/name`}>
          <NameInput
            id={id}
            value={name}
            label={`Name of variable ${index + 1}`}
            invalid={suggestion !== null}
            readOnly={locked}
            taken={(other) =>
              draft.store
                .getState()
                .definition.variables.some((v, i) => i !== index && v.name === other)
            }
            onCommit={rename}
          />
        </div>
        <Select
          className={classes.type}
          aria-label={`Type of ${name}`}
          data={types}
          value={variable.type}
          allowDeselect={false}
          disabled={locked}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          onChange={(type) => {
            if (type === null) return;
            // A text is no file, and a file nothing to type.
            const isFile = isFileType(type as TaskVariableType);
            const emptied = isFile ? { default: undefined, example: undefined } : {};
            change({ type: type as TaskVariableType, ...emptied });
            if (type === 'choice') setRow(ui, id, true);
          }}
        />
        <Checkbox
          className={classes.flag}
          label="Required"
          checked={variable.required}
          disabled={locked}
          onChange={(event) => change({ required: event.currentTarget.checked })}
        />
        <div className={classes.tail}>
          <Tooltip label={open ? 'Hide details' : 'Default, description, example'}>
            <ActionIcon
              aria-label={`Details of ${name}`}
              aria-expanded={open}
              onClick={() => setRow(ui, id, !open)}
            >
              <IconChevronRight size={16} stroke={1.5} className={classes.chevron} />
            </ActionIcon>
          </Tooltip>
          <RemoveButton name={name} disabled={locked} onRemove={onRemove} />
        </div>
      </div>
      {problem && (
        <p className={classes.problem}>
          {problem}
          {suggestion !== null && !locked && (
            <Button size="compact-xs" variant="default" onClick={() => rename(suggestion)}>
              Use {suggestion}
            </Button>
          )}
        </p>
      )}
      {open && (
        <VariableDetails
          variable={variable}
          pointer={pointer}
          readOnly={locked}
          onChange={change}
        />
      )}
    </li>
  );
}
