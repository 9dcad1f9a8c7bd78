import { Button, Popover, Switch, Textarea } from '@mantine/core';
import { Tooltip } from '#console/ui/tooltip.tsx';
import '@mantine/core/styles/Switch.css';
import { useRef, useState } from 'react';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { keysText } from '#console/ui/shortcut.tsx';
import { NOTE_MAX } from '#core/limits.ts';
import type { Task } from '#generated/model/index.ts';
import { useEditor, useEditorUi } from './editor-context.tsx';
import { goTo } from './go-to.ts';
import { ProblemList } from './problem-list.tsx';
import { shownProblems } from './problems.ts';
import classes from './save-revision.module.css';
import { useSaveRevision } from './use-save-revision.ts';

/** The button that makes a revision of the draft, and what it asks first. */
export function SaveRevision({ task }: { task: Task }) {
  const editor = useEditor();
  const [opened, setOpened] = useState(false);
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { saving, save } = useSaveRevision(task);
  const count = useEditorUi((ui) => (ui.attempted ? shownProblems(ui).length : 0));
  // A first revision that nobody can call helps nobody.
  const activate = chosen ?? task.active_revision === null;
  const locked = editor.readOnly !== null;
  const noteField = useRef<HTMLTextAreaElement>(null);

  useShortcut('mod+S', 'Save a revision', () => !locked && setOpened(true), { group: 'Task' });

  const submit = async () => {
    if (!(await save({ note, activate }))) {
      // The button lost the focus while it was at work: without it, Escape would not close this.
      noteField.current?.focus();
      return;
    }
    setOpened(false);
    setNote('');
    setChosen(null);
    editor.ui.setState({ attempted: false });
  };

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={360}
      position="bottom-end"
      trapFocus
      returnFocus
    >
      <Tooltip label={editor.readOnly ?? `Save revision (${keysText('mod+S')})`} disabled={opened}>
        <Target locked={locked} onClick={() => !locked && setOpened(!opened)} />
      </Tooltip>
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
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Switch
          label="Make it active"
          description={
            task.active_revision === null
              ? 'Callers get it; nothing is active yet.'
              : `Callers get it in place of revision ${task.active_revision}.`
          }
          checked={activate}
          onChange={(event) => setChosen(event.currentTarget.checked)}
        />
        {count > 0 && (
          <ProblemList
            onGoTo={(pointer) => {
              setOpened(false);
              goTo(editor, pointer);
            }}
          />
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setOpened(false)}>
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

type TargetProps = { locked: boolean; onClick: () => void };

/** What the tooltip gives its child goes to the button. */
function Target({ locked, ...props }: TargetProps) {
  return (
    <Popover.Target>
      <Button
        {...props}
        variant="default"
        data-disabled={locked || undefined}
        aria-disabled={locked || undefined}
      >
        Save revision
      </Button>
    </Popover.Target>
  );
}
