import { Button } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#console/ui/display/counted.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { Toolbar } from '#console/ui/list/toolbar.tsx';
import type { Collection, Document } from '#generated/model/index.ts';
import { BulkMoveDialog, BulkTagsDialog } from './bulk-dialogs.tsx';
import classes from './documents.module.css';
import type { useBulkActions } from './use-bulk-actions.ts';

interface SelectionBarProps {
  collection: Collection;
  documents: readonly Document[];
  actions: ReturnType<typeof useBulkActions>;
  reason: string | null;
  onClear: () => void;
}

/** The actions on the selected documents. */
export function SelectionBar(props: SelectionBarProps) {
  const { collection, documents, actions, reason, onClear } = props;
  const [dialog, setDialog] = useState<'tags' | 'move' | null>(null);
  const ids = documents.map(({ id }) => id);
  const reindex = async () => {
    const changed = await actions.change(ids, { action: 'reindex' });
    if (changed === null) return;
    toast.success(`${counted(changed, 'document')} ${changed === 1 ? 'is' : 'are'} being indexed`);
    onClear();
  };
  const remove = async () => {
    if (await actions.remove(documents)) onClear();
  };
  const buttons = [
    { label: 'Tag…', onClick: () => setDialog('tags') },
    { label: 'Move…', onClick: () => setDialog('move') },
    { label: 'Index again', onClick: reindex },
    { label: 'Delete…', onClick: () => void remove() },
  ];
  const shared = {
    collection,
    documentIds: ids,
    onDone: onClear,
    onClosed: () => setDialog(null),
  };
  return (
    <Toolbar>
      <span className={classes.selected} role="status">
        {documents.length.toLocaleString('en-GB')} selected
      </span>
      {buttons.map(({ label, onClick }) => (
        <ActionButton key={label} variant="default" reason={reason} onClick={onClick}>
          {label}
        </ActionButton>
      ))}
      <Button variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
      {dialog === 'tags' && <BulkTagsDialog {...shared} />}
      {dialog === 'move' && <BulkMoveDialog {...shared} />}
    </Toolbar>
  );
}
