import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Modal } from '#console/ui/modal/modal.tsx';
import type {
  InvitationOutcome,
  InvitationResults,
  ProjectInvitationResults,
} from '#generated/model/index.ts';
import { InviteForm } from './invite-form.tsx';
import '@mantine/core/styles/Alert.css';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import classes from '../member.module.css';

const OUTCOMES: Readonly<
  Record<InvitationOutcome, { label: string; tone: 'success' | 'neutral' | 'danger' | 'warning' }>
> = {
  invited: { label: 'Invited', tone: 'success' },
  already_member: { label: 'Already a member', tone: 'neutral' },
  already_invited: { label: 'Already invited', tone: 'neutral' },
  invalid: { label: 'Not an address', tone: 'danger' },
  limit_reached: { label: 'Limit reached', tone: 'warning' },
};

type InviteResultsProps = {
  done: InvitationResults | ProjectInvitationResults;
  /** Goes back to the form with these addresses. */
  onRetry: (addresses: readonly string[]) => void;
  onClose: () => void;
};

/** What became of each address, with its link to pass on. */
function InviteResults({ done, onRetry, onClose }: InviteResultsProps) {
  const { results, mailed } = done;
  const invited = results.filter(({ link }) => link !== null);
  const wrong = results.filter(({ status }) => status === 'invalid' || status === 'limit_reached');
  const allLinks = () => invited.map(({ email, link }) => `${email}\t${link}`).join('\n');
  return (
    <Stack gap="md">
      {!mailed && invited.length > 0 && (
        <Alert color="yellow" title="Pass the links on yourself">
          This server doesn&apos;t send emails. Each link only works for its address, for 7 days.
        </Alert>
      )}
      <ul className={classes.results} aria-label="Results">
        {results.map(({ email, status, reason, link }) => (
          <li key={email} className={classes.result}>
            <div>
              <Text size="sm" truncate>
                {email}
              </Text>
              {reason && (
                <Text size="xs" c="dimmed">
                  {reason}
                </Text>
              )}
            </div>
            <StatusBadge tone={OUTCOMES[status].tone}>{OUTCOMES[status].label}</StatusBadge>
            {link && <CopyButton what={`link for ${email}`} value={link} size="sm" />}
          </li>
        ))}
      </ul>
      <DialogFooter
        cancel={null}
        start={
          invited.length > 1 && <CopyButton what="all links" value={allLinks} variant="default" />
        }
      >
        {wrong.length > 0 && (
          <Button variant="default" onClick={() => onRetry(wrong.map(({ email }) => email))}>
            Correct the others
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Stack>
  );
}

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
