import { Button } from '@mantine/core';
import { IconClipboardText, IconLink, IconPlus, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import type { Collection } from '#generated/model/index.ts';
import { TextDialog } from './text-dialog.tsx';
import { UrlsDialog } from './urls-dialog.tsx';

/** Ways to add documents: the menu, the button for files, and their dialogs. */
export function useAddDocuments(
  collection: Collection,
  reason: string | null,
  onFiles: (files: File[]) => void,
): { menu: ReactNode; chooseFiles: () => void; dialogs: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState<'urls' | 'text' | null>(null);
  const close = () => setAdding(null);
  const chooseFiles = () => input.current?.click();
  return {
    chooseFiles,
    menu: (
      <MenuButton
        width={200}
        actions={[
          { label: 'Upload files…', icon: <IconUpload />, onClick: chooseFiles },
          { label: 'Add URLs…', icon: <IconLink />, onClick: () => setAdding('urls') },
          { label: 'Paste text…', icon: <IconClipboardText />, onClick: () => setAdding('text') },
        ].map((action) => ({ ...action, disabled: reason }))}
      >
        <Button leftSection={<IconPlus />}>Add documents</Button>
      </MenuButton>
    ),
    dialogs: (
      <>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            // Reset, so that choosing the same file again fires a change event too.
            event.currentTarget.value = '';
          }}
        />
        {adding === 'urls' && <UrlsDialog collection={collection} onClosed={close} />}
        {adding === 'text' && <TextDialog collection={collection} onClosed={close} />}
      </>
    ),
  };
}
