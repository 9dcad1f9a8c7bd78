import { IconChevronRight, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PlainIconButton } from '#console/ui/form/plain.tsx';
import { keepFocusInList } from '#console/ui/keyboard/focus.ts';
import { useEditor, useEditorUi } from '../editor-context.tsx';
import { setRow } from '../editor-ui.ts';
import classes from './rows.module.css';
import type { Reorder } from './use-reorder.ts';

interface EditorRowProps {
  id: string;
  index: number;
  /** Pointer to the row. */
  at: string;
  name: string;
  reorder: Reorder;
  onRemove: () => void;
  /** What its details contain, for the tooltip of the button. */
  about: string;
  /** Always visible: the name field and the type. */
  line: ReactNode;
  problem: ReactNode;
  /** Below the line while it is open. */
  details: () => ReactNode;
  /** Below the details, always visible. */
  children?: ReactNode;
}

/** A row in one of the editor's lists: a line with a drag handle, and its details when opened. */
export function EditorRow(props: EditorRowProps) {
  const { id, index, at, name, reorder, onRemove, about, line, problem, details, children } = props;
  const { ui, readOnly } = useEditor();
  const open = useIsOpen(id);
  const locked = readOnly !== null;
  return (
    <li className={classes.row} {...reorder.row(index)} data-pointer={at}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.grip}
          disabled={locked}
          aria-label={`Reorder ${name}: drag, or use the arrow keys`}
          {...reorder.grip(index)}
        />
        {line}
        <div className={classes.tail}>
          <PlainIconButton
            label={`Details of ${name}`}
            tip={open ? 'Hide details' : about}
            aria-expanded={open}
            onClick={() => setRow(ui, id, !open)}
          >
            <IconChevronRight className={classes.chevron} />
          </PlainIconButton>
          <RemoveButton name={name} disabled={locked} onRemove={onRemove} />
        </div>
      </div>
      {problem && (
        <p className={classes.problem} id={problemId(id)}>
          {problem}
        </p>
      )}
      {open && <div className={classes.details}>{details()}</div>}
      {children}
    </li>
  );
}

/** Whether a row's details are open. */
export function useIsOpen(id: string): boolean {
  return useEditorUi((ui) => ui.rows.has(id));
}

/** The id of the element with a row's problem. */
export function problemId(id: string): string {
  return `${id}-problem`;
}

interface RemoveButtonProps {
  name: string;
  disabled: boolean;
  onRemove: () => void;
}

/** Removes a row from its list and moves focus to the next one. */
function RemoveButton({ name, disabled, onRemove }: RemoveButtonProps) {
  return (
    <PlainIconButton
      label={`Remove ${name}`}
      tip="Remove"
      data-remove
      disabled={disabled}
      onClick={(event) => {
        keepFocusInList(event.currentTarget);
        onRemove();
      }}
    >
      <IconTrash />
    </PlainIconButton>
  );
}
