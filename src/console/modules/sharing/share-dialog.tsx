import { Button, Stack } from '@mantine/core';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { usePageThing } from '../permission/thing-context.ts';
import { ShareLinks } from './share-links.tsx';
import { SharePeople } from './share-people.tsx';
import type { SharedTarget } from './use-sharing.ts';

interface ShareDialogProps {
  target: SharedTarget;
  /** The thing's name. */
  name: string;
  onClosed: () => void;
}

/** Shares one task or collection with people or by link. */
export function ShareDialog({ target, name, onClosed }: ShareDialogProps) {
  const isGuest = usePageThing()?.isGuest ?? false;
  return (
    <Modal onClosed={onClosed} title={`Share ${name}`} size="lg">
      {(done) => (
        <Stack gap="lg">
          <SharePeople target={target} isGuest={isGuest} />
          <ShareLinks target={target} />
          <DialogFooter cancel={null}>
            <Button onClick={done}>Done</Button>
          </DialogFooter>
        </Stack>
      )}
    </Modal>
  );
}
