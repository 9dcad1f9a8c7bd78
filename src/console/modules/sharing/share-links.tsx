import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { absoluteUrl } from '#console/api/config.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import type { AccessLink, LinkLevel } from '#generated/model/index.ts';
import { levelLabel, linkOptions } from './level-words.ts';
import { EXPIRIES, expiryAfter } from './link-expiry.ts';
import classes from './sharing.module.css';
import { type SharedTarget, useSharing } from './use-sharing.ts';

/** Links that give access to whoever is signed in and opens them. */
export function ShareLinks({ target }: { target: SharedTarget }) {
  const { query, addLink, revoke } = useSharing(target);
  const [level, setLevel] = useState<LinkLevel>('view');
  const [days, setDays] = useState('7');
  const [busy, setBusy] = useState(false);

  const create = async () => {
    setBusy(true);
    await attempt(async () => {
      await addLink(level, expiryAfter(days));
      toast.success('Link created');
    });
    setBusy(false);
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
        <PlainField label="Link allows">
          {({ invalid: _, ...control }) => (
            <PlainSelect
              {...control}
              options={linkOptions(target.type)}
              value={level}
              onChange={(value) => setLevel(value as LinkLevel)}
            />
          )}
        </PlainField>
        <PlainField label="Expires after">
          {({ invalid: _, ...control }) => (
            <PlainSelect {...control} options={EXPIRIES} value={days} onChange={setDays} />
          )}
        </PlainField>
        <Button variant="default" loading={busy} onClick={() => void create()}>
          Create link
        </Button>
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
              onClick={() =>
                void attempt(async () => {
                  await revoke(link.id);
                  toast.success('Link revoked');
                })
              }
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
