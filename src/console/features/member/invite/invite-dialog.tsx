import { useState } from 'react';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { InvitationResults, ProjectInvitationResults } from '#generated/model/index.ts';
import { InviteForm } from './invite-form.tsx';
import { InviteResults } from './invite-results.tsx';

type InviteDialogProps = {
  orgId: string;
  /** Invites guests of this project only. */
  project?: { id: string; name: string };
  onClosed: () => void;
};

type Results = InvitationResults | ProjectInvitationResults;

/** Invites many people at once, then shows what became of each address. */
export function InviteDialog({ orgId, project, onClosed }: InviteDialogProps) {
  const [done, setDone] = useState<Results | null>(null);
  const [typed, setTyped] = useState('');
  const invited = done?.results.filter(({ status }) => status === 'invited').length ?? 0;
  const retry = (addresses: readonly string[]) => {
    setTyped(addresses.join('\n'));
    setDone(null);
  };

  return (
    <Modal
      onClosed={onClosed}
      title={done ? `${invited} ${invited === 1 ? 'person' : 'people'} invited` : 'Invite people'}
      size="lg"
    >
      {(close) =>
        done ? (
          <InviteResults done={done} onRetry={retry} onClose={close} />
        ) : (
          <InviteForm orgId={orgId} project={project} addresses={typed} onDone={setDone} />
        )
      }
    </Modal>
  );
}
