import { useState } from 'react';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { Collection } from '#generated/model/index.ts';
import { CollectionForm } from './collection-form.tsx';

interface CollectionDialogProps {
  /** The collection to edit; absent for a new one. */
  collection?: Collection;
  onCreated?: (created: Collection) => void;
  onClose: () => void;
}

/** Creates a collection, or edits its name, description and tags. */
export function CollectionDialog({ collection, onCreated, onClose }: CollectionDialogProps) {
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  return (
    <Modal
      opened={opened}
      onClose={close}
      onClosed={onClose}
      title={collection ? `Edit ${collection.name}` : 'Create collection'}
    >
      <CollectionForm
        {...(collection && { collection })}
        onCreated={(created) => {
          close();
          onCreated?.(created);
        }}
        onSaved={close}
      />
    </Modal>
  );
}
