import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { deleteDomain, verifyDomain } from '#generated/api/capture/capture.ts';
import type { DomainCheck, EmailDomain } from '#generated/model/index.ts';
import { DomainAccessDialog } from './domain-access-dialog.tsx';
import { joiningWords } from './domain-words.ts';
import classes from './domains.module.css';

/** What a lookup without success says. */
const MISSED: Readonly<Record<Exclude<DomainCheck, 'found'>, string>> = {
  missing: "The record wasn't found. Changes of DNS can take up to an hour.",
  unreachable: "The domain's name servers didn't answer. Try again later.",
};

/** A domain with its record, until it is verified. */
export function DomainCard({ orgId, domain }: { orgId: string; domain: EmailDomain }) {
  const confirm = useConfirm();
  const [changing, setChanging] = useState(false);
  const isVerified = domain.verified_at !== null;

  const verify = () =>
    attempt(async () => {
      const { verified_at } = await mutate(verifyDomain, orgId, domain.id);
      if (verified_at !== null) toast.success(`${domain.domain} is verified`);
    });
  const remove = async () => {
    await confirm({
      title: `Remove ${domain.domain}?`,
      body: 'Nobody else can join by this domain, and open requests to join are deleted. Those who have joined stay.',
      confirmLabel: 'Remove',
      danger: true,
      action: () => mutate(deleteDomain, orgId, domain.id),
      success: `${domain.domain} removed`,
    });
  };

  return (
    <section className={classes.card} aria-label={domain.domain}>
      <header className={classes.head}>
        <h2 className={classes.name}>{domain.domain}</h2>
        <StatusBadge tone={isVerified ? 'success' : 'warning'}>
          {isVerified ? 'Verified' : 'Not verified'}
        </StatusBadge>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change
        </Button>
        <Button variant="subtle" color="red" onClick={() => void remove()}>
          Remove
        </Button>
      </header>
      <Text size="sm" c="dimmed">
        {joiningWords(domain)}
      </Text>
      {!isVerified && (
        <>
          <dl className={classes.record}>
            <dt>Type</dt>
            <dd>TXT</dd>
            <dt>Name</dt>
            <dd>
              <code>{domain.record_name}</code>
              <CopyButton what="record name" value={domain.record_name} size="sm" />
            </dd>
            <dt>Value</dt>
            <dd>
              <code>{domain.record_value}</code>
              <CopyButton what="record value" value={domain.record_value} size="sm" />
            </dd>
          </dl>
          <div className={classes.head}>
            <ActionButton onClick={verify}>Verify</ActionButton>
            {domain.last_check !== null && domain.last_check !== 'found' && (
              <Text size="sm" c="dimmed" role="status">
                {MISSED[domain.last_check]} Looked up <RelativeTime value={domain.checked_at} />.
              </Text>
            )}
          </div>
        </>
      )}
      {changing && (
        <DomainAccessDialog orgId={orgId} domain={domain} onClosed={() => setChanging(false)} />
      )}
    </section>
  );
}
