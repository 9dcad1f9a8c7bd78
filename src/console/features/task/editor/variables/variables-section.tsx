import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useShallow } from 'zustand/shallow';
import { toast } from '#console/ui/feedback/toast.ts';
import { PlainCheckbox } from '#console/ui/form/plain.tsx';
import { useFirstRows } from '#console/ui/list/first-rows.ts';
import { VARIABLES_MAX } from '#core/limits.ts';
import { moved, rowId } from '../../definition/row-ids.ts';
import { addVariable, freeName } from '../../definition/variables.ts';
import { useDraft, useEditor, useProblemCount } from '../editor-context.tsx';
import { setRow, setSection } from '../editor-ui.ts';
import classes from '../rows/rows.module.css';
import { useReorder } from '../rows/use-reorder.ts';
import { Section } from '../section.tsx';
import { VariableRow } from './variable-row.tsx';

/** The task's input variables. */
export function VariablesSection() {
  const { draft, ui, readOnly } = useEditor();
  const ids = useDraft(useShallow((state) => state.content.variables.map(rowId)));
  const shown = useFirstRows(ids);
  const problems = useProblemCount('/variables');
  const reorder = useReorder(ids.length, (from, to) =>
    draft.edit((definition) => ({
      ...definition,
      variables: moved(definition.variables, from, to),
    })),
  );

  const add = () => {
    draft.edit((definition) => addVariable(definition, freeName(definition)));
    const added = draft.store.getState().content.variables.at(-1);
    setSection(ui, 'variables', true);
    if (!added) return;
    const id = rowId(added);
    setRow(ui, id, true);
    setTimeout(() => document.querySelector<HTMLInputElement>(`[data-name="${id}"]`)?.select());
  };

  const remove = useCallback(
    (index: number) => {
      const { variables } = draft.store.getState().content;
      const removed = variables[index];
      if (!removed) return;
      const put = (list: typeof variables) =>
        draft.edit((definition) => ({ ...definition, variables: list }));
      put(variables.filter((_, i) => i !== index));
      toast.undo(`Variable “${removed.name}” removed`, () => {
        const now = draft.store.getState().content.variables;
        put([...now.slice(0, index), removed, ...now.slice(index)]);
      });
    },
    [draft],
  );

  return (
    <Section
      id="variables"
      title="Variables"
      count={ids.length}
      errors={problems}
      actions={
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus />}
          disabled={readOnly !== null || ids.length >= VARIABLES_MAX}
          onClick={add}
        >
          Add variable
        </Button>
      }
    >
      {ids.length === 0 ? (
        <p className={classes.empty}>
          No variables yet. Type <span className="tl-mono">{'{'}</span> in a prompt to add one.
        </p>
      ) : (
        <ol className={classes.list} aria-label="Variables">
          {shown.map((id, index) => (
            <VariableRow key={id} id={id} index={index} reorder={reorder} onRemove={remove} />
          ))}
        </ol>
      )}
      {ids.length > 0 && <StrictInputs />}
    </Section>
  );
}

/** Whether calls must send exactly the variables' types. */
function StrictInputs() {
  const { draft, readOnly } = useEditor();
  const strict = useDraft((state) => state.content.strict_inputs ?? false);
  return (
    <div className={classes.setting}>
      <PlainCheckbox
        label="Strict inputs"
        data-pointer="/strict_inputs"
        aria-describedby="strict-inputs-help"
        checked={strict}
        disabled={readOnly !== null}
        onChange={(checked) =>
          draft.edit((definition) => ({ ...definition, strict_inputs: checked }))
        }
      />
      <p id="strict-inputs-help" className={classes.help}>
        Calls must send exactly these types. Otherwise, values are converted, such as “3” to a
        number.
      </p>
    </div>
  );
}
