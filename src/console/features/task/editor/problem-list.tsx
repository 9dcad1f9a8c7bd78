import { Button } from '@mantine/core';
import { useShallow } from 'zustand/shallow';
import type { TaskDefinition } from '#generated/model/index.ts';
import { useDraft, useEditorUi } from './editor-context.tsx';
import { shownProblems } from './problems.ts';
import classes from './save-revision.module.css';

/** Everything that keeps the draft from becoming a revision, each with the way to it. */
export function ProblemList({ onGoTo }: { onGoTo: (pointer: string) => void }) {
  const problems = useEditorUi(useShallow(shownProblems));
  const definition = useDraft((state) => state.definition);
  return (
    <div className={classes.problems} role="alert">
      <p className={classes.heading}>
        {problems.length === 1 ? 'This has to be mended first' : 'These have to be mended first'}
      </p>
      <ul className={classes.items}>
        {problems.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`} className={classes.item}>
            <span>
              <span className={classes.where}>{whereIs(pointer, definition)}:</span> {message}
            </span>
            <Button size="compact-xs" variant="default" onClick={() => onGoTo(pointer)}>
              Go to
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A pointer into a definition as people call it: `Variable review`, `Output field score`. */
export function whereIs(pointer: string, definition: TaskDefinition): string {
  const [, first = '', second, third] = pointer.split('/');
  if (first === 'system_prompt') return 'System prompt';
  if (first === 'user_prompt') return 'User prompt';
  if (first === 'model_id') return 'Model';
  if (first === 'parameters') return 'Parameters';
  if (first === 'variables') {
    const name = definition.variables[Number(second)]?.name;
    return name ? `Variable ${name}` : 'Variables';
  }
  const field = definition.output_format.fields?.[Number(third)]?.name;
  return field ? `Output field ${field}` : 'Output format';
}
