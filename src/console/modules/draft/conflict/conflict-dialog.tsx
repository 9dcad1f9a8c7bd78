import { Button, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import classes from './conflict.module.css';
import { ConflictPart } from './conflict-part.tsx';
import {
  allDecided,
  type ConflictDialogProps,
  compareParts,
  type Decisions,
  type Part,
  type PartTable,
  resolveWith,
} from './three-way.ts';

interface Props<T> extends ConflictDialogProps<T> {
  table: PartTable<T>;
}

/**
 * Resolves a draft that two people (or tabs) changed: for each part that differs, the user picks a version. Nothing is
 * written until they confirm.
 */
export function ConflictDialog<T extends object>({ draft, conflict, onClose, table }: Props<T>) {
  const { base, theirs } = conflict;
  const me = useCurrentUser();
  // Captured once: the dialog is modal, so the draft can't change while it is open.
  const [mine] = useState(() => draft.store.getState().content);
  const parts = useMemo(
    () => compareParts(table, base, mine, theirs.content),
    [table, base, mine, theirs.content],
  );
  const [decisions, setDecisions] = useState<Decisions<T>>(() => suggestedOf(parts));
  const open = parts.filter(({ key }) => decisions[key] === undefined).length;

  const finish = () => {
    draft.resolve(resolveWith(parts, decisions, mine, theirs.content));
    onClose();
  };

  return (
    <Modal opened onClose={onClose} title="This draft was changed elsewhere" size="wide">
      <p className={classes.intro}>
        {theirs.updated_by.id === me.id ? 'You' : theirs.updated_by.name} saved it{' '}
        {theirs.updated_by.id === me.id && 'in another tab or on another device '}
        <RelativeTime value={theirs.updated_at} />, while you had unsaved changes here. Nothing is
        overwritten until you decide what to keep.
      </p>
      <Stack gap="md">
        {parts.map((part) => (
          <ConflictPart
            key={part.key}
            part={part}
            base={base}
            mine={mine}
            theirs={theirs.content}
            decision={decisions[part.key]}
            onDecide={(decision) => setDecisions((now) => ({ ...now, [part.key]: decision }))}
          />
        ))}
      </Stack>
      <div className={classes.buttons}>
        <DialogFooter
          cancel="Decide later"
          start={
            <span className={classes.left} role="status">
              {open > 0 && (open === 1 ? '1 conflict' : `${open} conflicts`)}
            </span>
          }
        >
          <Button disabled={!allDecided(parts, decisions)} onClick={finish}>
            Save merged draft
          </Button>
        </DialogFooter>
      </div>
    </Modal>
  );
}

function suggestedOf<T>(parts: readonly Part<T>[]): Decisions<T> {
  const suggested: Decisions<T> = {};
  for (const { key, suggestion } of parts) if (suggestion) suggested[key] = { choice: suggestion };
  return suggested;
}
