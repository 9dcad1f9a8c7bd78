import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { formatDateTime, RelativeTime } from '#console/ui/display/time.tsx';
import type { Webhook } from '#generated/model/index.ts';
import classes from './webhook.module.css';
import { EVENTS } from './webhook-status.tsx';

/** What there is to know of a webhook; its shape while it loads. */
export function WebhookFacts({ webhook }: { webhook: Webhook | undefined }) {
  const labels = EVENTS.filter(({ value }) => webhook?.events.includes(value));
  return (
    <dl className={classes.facts}>
      <Fact label="Address" wide value={webhook}>
        <span className="tl-mono">{webhook?.url}</span>
        <CopyButton value={webhook?.url ?? ''} label="Copy the address" size="sm" />
      </Fact>
      <Fact label="Tasks" value={webhook}>
        {webhook?.all_tasks ? 'Every task of the project' : 'Those that it is attached to'}
      </Fact>
      <Fact label="Events" wide value={webhook}>
        {labels.map(({ label }) => label).join(' · ')}
      </Fact>
      <Fact label="Last accepted" value={webhook}>
        <RelativeTime value={webhook?.last_delivered_at ?? null} fallback="Never" />
      </Fact>
      {webhook?.old_secret_until && (
        <Fact label="The old secret ends" value={webhook}>
          {formatDateTime(webhook.old_secret_until)}
        </Fact>
      )}
    </dl>
  );
}

function Fact(props: { label: string; wide?: boolean; value: unknown; children: ReactNode }) {
  return (
    <div data-wide={props.wide || undefined}>
      <dt>{props.label}</dt>
      <dd>{props.value === undefined ? <Skeleton height={14} width={180} /> : props.children}</dd>
    </div>
  );
}
