import { Button, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { DraftSync } from '../draft/draft-sync.ts';
import type { DraftConflict } from '../draft/draft-types.ts';
import classes from './conflict.module.css';
import { ConflictPart } from './conflict-part.tsx';
import { allDecided, compareParts, type Decisions, resolveWith } from './three-way.ts';

interface ConflictDialogProps {
  draft: DraftSync;
  conflict: DraftConflict;
  onClose: () => void;
}

/**
 * Resolves a draft that two people (or tabs) changed: for each part that differs, the user picks a version. Nothing is
 * written until they confirm.
 */
export function ConflictDialog({ draft, conflict, onClose }: ConflictDialogProps) {
  const { base, theirs } = conflict;
  const me = useCurrentUser();
  // Captured once: the dialog is modal, so the draft can't change while it is open.
  const [mine] = useState(() => draft.store.getState().definition);
  const parts = useMemo(
    () => compareParts(base, mine, theirs.definition),
    [base, mine, theirs.definition],
  );
  const [decisions, setDecisions] = useState<Decisions>(() =>
    Object.fromEntries(
      parts.flatMap(({ key, suggestion }) => (suggestion ? [[key, { choice: suggestion }]] : [])),
    ),
  );
  const open = parts.filter(({ key }) => decisions[key] === undefined).length;

  const finish = () => {
    draft.resolve(resolveWith(parts, decisions, mine, theirs.definition));
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
            theirs={theirs.definition}
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
