import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { absoluteUrl } from '#console/api/config.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { AccessLink, LinkLevel } from '#generated/model/index.ts';
import { usePageThing } from '../permission/thing-context.ts';
import { levelLabel, linkOptions } from './level-words.ts';
import { EXPIRIES, expiryAfter } from './link-expiry.ts';
import { SharePeople } from './share-people.tsx';
import classes from './sharing.module.css';
import { type SharedTarget, useSharing } from './use-sharing.ts';

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

/** Links that give access to whoever is signed in and opens them. */
function ShareLinks({ target }: { target: SharedTarget }) {
  const { query, addLink, revoke } = useSharing(target);
  const [level, setLevel] = useState<LinkLevel>('view');
  const [days, setDays] = useState('7');

  const create = async () => {
    await attempt(() => addLink(level, expiryAfter(days)), { success: 'Link created' });
  };

  return (
    <Stack gap="sm" component="section" aria-labelledby="share-links">
      <div>
        <h3 id="share-links" className={classes.title}>
          Links
        </h3>
        <Text size="sm" c="dimmed">
          Everyone who is signed in and opens a link gets access. Revoking it ends their access.
        </Text>
      </div>
      <div className={classes.add}>
        <SelectField
          label="Link allows"
          options={linkOptions(target.type)}
          value={level}
          onChange={(value) => setLevel(value as LinkLevel)}
        />
        <SelectField label="Expires after" options={EXPIRIES} value={days} onChange={setDays} />
        <ActionButton variant="default" onClick={create}>
          Create link
        </ActionButton>
      </div>
      <ul className={classes.list} aria-label="Links">
        {query.data?.links.map((link) => (
          <li key={link.id} className={classes.row}>
            <span className={classes.names}>
              <span>{levelLabel(target.type, link.level)}</span>
              <span className={classes.note}>{noteOf(link)}</span>
            </span>
            <CopyButton what="link" value={urlOf(link)} variant="default" size="sm" />
            <Button
              variant="subtle"
              color="red"
              onClick={() => void attempt(() => revoke(link.id), { success: 'Link revoked' })}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function urlOf({ url }: AccessLink): string {
  return /^https?:/.test(url) ? url : absoluteUrl(url, '');
}

function noteOf({ created_by, expires_at, people }: AccessLink): string {
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  const until =
    expires_at === null
      ? 'never expires'
      : `${isOver ? 'expired' : 'expires'} ${formatDateTime(expires_at)}`;
  return `${created_by.name} · ${until} · opened by ${people === 1 ? '1 person' : `${people} people`}`;
}
