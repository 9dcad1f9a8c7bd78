import { Button } from '@mantine/core';
import { memo } from 'react';
import { PlainCheckbox, PlainSelect } from '#console/ui/form/plain.tsx';
import { isFileType } from '#core/task/input/files.ts';
import type { TaskVariable, TaskVariableType } from '#generated/model/index.ts';
import { typeOptions } from '../../definition/type-names.ts';
import { changeVariable, renameVariable, suggestedName } from '../../definition/variables.ts';
import { useDraft, useEditor } from '../editor-context.tsx';
import { setRow } from '../editor-ui.ts';
import { EditorRow, problemId } from '../rows/editor-row.tsx';
import { NameInput } from '../rows/name-input.tsx';
import { useRowProblem } from '../rows/row-name.tsx';
import classes from '../rows/rows.module.css';
import type { Reorder } from '../rows/use-reorder.ts';
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
  reorder: Reorder;
  onRemove: (index: number) => void;
}

/** One input variable: a line, and its details when opened. Memoised, so that it renders only when it changes. */
export const VariableRow = memo(function VariableRow(props: VariableRowProps) {
  const { id, index, reorder, onRemove } = props;
  const { draft, ui, readOnly } = useEditor();
  const variable = useDraft((state) => state.content.variables[index]);
  const pointer = `/variables/${index}`;
  const problem = useRowProblem(id, pointer);
  if (!variable) return null;
  const locked = readOnly !== null;
  const change = (values: Omit<Partial<TaskVariable>, 'name'>) =>
    draft.edit((definition) => changeVariable(definition, index, values));
  const rename = (name: string) =>
    draft.edit((definition) => renameVariable(definition, index, name));
  const suggestion = suggestedName(variable.name);
  const { name } = variable;

  return (
    <EditorRow
      {...{ id, index, name, reorder }}
      at={pointer}
      about="Default, description, example"
      onRemove={() => onRemove(index)}
      line={
        <>
          <div className={classes.name} data-pointer={`${pointer}/name`}>
            <NameInput
              id={id}
              value={name}
              label={`Name of variable ${index + 1}`}
              invalid={suggestion !== null}
              describedBy={problem ? problemId(id) : undefined}
              readOnly={locked}
              taken={(other) =>
                draft.store
                  .getState()
                  .content.variables.some((v, i) => i !== index && v.name === other)
              }
              onCommit={rename}
            />
          </div>
          <PlainSelect
            className={classes.type}
            aria-label={`Type of ${name}`}
            options={types}
            value={variable.type}
            disabled={locked}
            onChange={(chosen) => {
              const type = chosen as TaskVariableType;
              // Defaults and examples are text, so files can't have them.
              const emptied = isFileType(type) ? { default: undefined, example: undefined } : {};
              change({ type, ...emptied });
              if (type === 'choice') setRow(ui, id, true);
            }}
          />
          <PlainCheckbox
            className={classes.flag}
            label="Required"
            aria-label={`Required: ${name}`}
            checked={variable.required}
            disabled={locked}
            onChange={(required) => change({ required })}
          />
        </>
      }
      problem={
        problem && (
          <>
            {problem}
            {suggestion !== null && !locked && (
              <Button size="compact-xs" variant="default" onClick={() => rename(suggestion)}>
                Use {suggestion}
              </Button>
            )}
          </>
        )
      }
      details={() => (
        <VariableDetails
          variable={variable}
          pointer={pointer}
          readOnly={locked}
          onChange={change}
        />
      )}
    />
  );
});
