import { Button, Popover, Switch, Textarea } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { useRef } from 'react';
import { useReturnFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { MenuAnchor } from '#console/ui/menu/menu-anchor.tsx';
import { NOTE_MAX } from '#core/limits.ts';
import type { Task } from '#generated/model/index.ts';
import { useEditor, useEditorUi } from '../editor-context.tsx';
import { ProblemList } from '../problems/problem-list.tsx';
import { shownProblems } from '../problems/problems.ts';
import { useGoTo } from '../problems/use-go-to.ts';
import classes from './save-revision.module.css';
import { useSaveRevision } from './use-save-revision.ts';

/** The form's values. They survive closing the form. */
export interface RevisionFormValues {
  note: string;
  /** Whether to set it active; null until the user chooses. */
  activate: boolean | null;
}

interface SaveRevisionFormProps {
  task: Task;
  values: RevisionFormValues;
  onChange: (values: RevisionFormValues) => void;
  onClose: () => void;
}

/** The form for saving the draft as a revision. */
export function SaveRevisionForm({ task, values, onChange, onClose }: SaveRevisionFormProps) {
  const editor = useEditor();
  const goTo = useGoTo();
  const { saving, save } = useSaveRevision(task);
  const count = useEditorUi((ui) => (ui.attempted ? shownProblems(ui).length : 0));
  // Activate the first revision by default: without an active one, the task can't be called.
  const activate = values.activate ?? task.active_revision === null;
  const noteField = useRef<HTMLTextAreaElement>(null);
  useReturnFocus();

  const submit = async () => {
    if (!(await save({ note: values.note, activate }))) {
      // The button loses focus while it is loading. Restore it, otherwise Escape wouldn't close the popover.
      noteField.current?.focus();
      return;
    }
    onClose();
    onChange({ note: '', activate: null });
    editor.ui.setState({ attempted: false });
  };

  return (
    <Popover opened onChange={onClose} width={360} position="bottom-end" trapFocus>
      <Popover.Target>
        <MenuAnchor />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.dropdown}
        aria-label="Save revision"
        onKeyDown={(event) => {
          const submits = event.key === 'Enter' || event.key.toLowerCase() === 's';
          if (!submits || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          void submit();
        }}
      >
        <Textarea
          ref={noteField}
          data-autofocus
          label={`Revision ${(task.latest_revision ?? 0) + 1}`}
          placeholder="What changed? (optional)"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={NOTE_MAX}
          value={values.note}
          onChange={(event) => onChange({ ...values, note: event.currentTarget.value })}
        />
        <Switch
          label="Set active"
          description={
            task.active_revision === null
              ? 'API calls will use this revision.'
              : `Replaces revision ${task.active_revision} for all API calls.`
          }
          checked={activate}
          onChange={(event) => onChange({ ...values, activate: event.currentTarget.checked })}
        />
        {count > 0 && (
          <ProblemList
            onGoTo={(pointer) => {
              onClose();
              goTo(pointer);
            }}
          />
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={saving} onClick={() => void submit()}>
            Save
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
