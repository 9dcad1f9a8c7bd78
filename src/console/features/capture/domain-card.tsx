import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { deleteDomain, updateDomain, verifyDomain } from '#generated/api/capture/capture.ts';
import type { DomainCheck, DomainRole, EmailDomain } from '#generated/model/index.ts';
import classes from './domains.module.css';

const ROLES = [
  { value: 'member', label: 'Join as member' },
  { value: 'editor', label: 'Join as editor' },
];

/** What a lookup without success says. */
const MISSED: Readonly<Record<Exclude<DomainCheck, 'found'>, string>> = {
  missing: "The record wasn't found. Changes of DNS can take up to an hour.",
  unreachable: "The domain's name servers didn't answer. Try again later.",
};

interface DomainCardProps {
  orgId: string;
  domain: EmailDomain;
  onChange: () => Promise<void>;
}

/** A domain with its record, until it is verified. */
export function DomainCard({ orgId, domain, onChange }: DomainCardProps) {
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const isVerified = domain.verified_at !== null;

  const verify = async () => {
    setBusy(true);
    await attempt(async () => {
      const { verified_at } = await verifyDomain(orgId, domain.id);
      await onChange();
      if (verified_at !== null) toast.success(`${domain.domain} is verified`);
    });
    setBusy(false);
  };
  const remove = async () => {
    const isSure = await confirm({
      title: `Remove ${domain.domain}?`,
      body: 'Nobody else can join by this domain. Those who have joined stay.',
      confirmLabel: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    await attempt(async () => {
      await deleteDomain(orgId, domain.id);
      await onChange();
      toast.success(`${domain.domain} removed`);
    });
  };

  return (
    <section className={classes.card} aria-label={domain.domain}>
      <header className={classes.head}>
        <h2 className={classes.name}>{domain.domain}</h2>
        <StatusBadge tone={isVerified ? 'success' : 'warning'}>
          {isVerified ? 'Verified' : 'Not verified'}
        </StatusBadge>
        <PlainSelect
          className={classes.role}
          aria-label={`Role of people of ${domain.domain}`}
          options={ROLES}
          value={domain.role}
          onChange={(role) =>
            void attempt(async () => {
              await updateDomain(orgId, domain.id, { role: role as DomainRole });
              await onChange();
            })
          }
        />
        <Button variant="subtle" color="red" onClick={() => void remove()}>
          Remove
        </Button>
      </header>
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
            <Button loading={busy} onClick={() => void verify()}>
              Verify
            </Button>
            {domain.last_check !== null && domain.last_check !== 'found' && (
              <Text size="sm" c="dimmed" role="status">
                {MISSED[domain.last_check]} Looked up <RelativeTime value={domain.checked_at} />.
              </Text>
            )}
          </div>
        </>
      )}
    </section>
  );
}
