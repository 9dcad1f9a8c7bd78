import { Button } from '@mantine/core';
import { useShallow } from 'zustand/shallow';
import type { TaskDefinition } from '#generated/model/index.ts';
import { useDraft, useEditorUi } from '../editor-context.tsx';
import { rowsAt } from './go-to.ts';
import classes from './problem-list.module.css';
import { shownProblems } from './problems.ts';

/** Everything that prevents saving a revision, each with a button that goes to it. */
export function ProblemList({ onGoTo }: { onGoTo: (pointer: string) => void }) {
  const problems = useEditorUi(useShallow(shownProblems));
  const definition = useDraft((state) => state.content);
  return (
    <div className={classes.problems} role="alert">
      <p className={classes.heading}>
        {problems.length === 1 ? 'Fix this first' : 'Fix these first'}
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

/** A readable name for a pointer into a definition: `Variable review`, `Output field score`. */
export function whereIs(pointer: string, definition: TaskDefinition): string {
  const [, first = ''] = pointer.split('/');
  const name = rowsAt(pointer, definition)
    .map((row) => row.name)
    .join('.');
  if (first === 'system_prompt') return 'System prompt';
  if (first === 'user_prompt') return 'User prompt';
  if (first === 'model_id') return 'Model';
  if (first === 'parameters') return 'Parameters';
  if (first === 'variables') return name ? `Variable ${name}` : 'Variables';
  if (first === 'tools') return name ? `Tool ${name}` : 'Tools';
  if (first === 'tool_choice') return 'Tool choice';
  if (first === 'retrieval') return 'Retrieval';
  return name ? `Output field ${name}` : 'Output format';
}
