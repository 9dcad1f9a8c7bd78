import { Button } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#console/ui/display/counted.ts';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
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
    { label: 'Index again', onClick: () => void reindex() },
    { label: 'Delete…', onClick: () => void remove() },
  ];
  const shared = {
    collection,
    documentIds: ids,
    onDone: onClear,
    onClose: () => setDialog(null),
  };
  return (
    <Toolbar>
      <span className={classes.selected} role="status">
        {documents.length.toLocaleString('en-GB')} selected
      </span>
      {buttons.map(({ label, onClick }) => (
        <Tooltip key={label} label={reason} disabled={reason === null}>
          <Button
            variant="default"
            data-disabled={reason !== null || undefined}
            aria-disabled={reason !== null || undefined}
            onClick={() => reason === null && onClick()}
          >
            {label}
          </Button>
        </Tooltip>
      ))}
      <Button variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
      {dialog === 'tags' && <BulkTagsDialog {...shared} />}
      {dialog === 'move' && <BulkMoveDialog {...shared} />}
    </Toolbar>
  );
}
