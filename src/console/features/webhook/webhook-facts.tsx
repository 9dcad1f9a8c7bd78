import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { formatDateTime, RelativeTime } from '#console/ui/display/time.tsx';
import type { Webhook } from '#generated/model/index.ts';
import { EVENTS } from './webhook-status.tsx';

/** What there is to know of a webhook; its shape while it loads. */
export function WebhookFacts({ webhook }: { webhook: Webhook | undefined }) {
  const labels = EVENTS.filter(({ value }) => webhook?.events.includes(value));
  return (
    <Facts padded>
      <Fact label="Address" wide loading={!webhook}>
        <span className="tl-mono">{webhook?.url}</span>
        <CopyButton value={webhook?.url ?? ''} label="Copy the address" size="sm" />
      </Fact>
      <Fact label="Tasks" loading={!webhook}>
        {webhook?.all_tasks ? 'Every task of the project' : 'Those that it is attached to'}
      </Fact>
      <Fact label="Events" wide loading={!webhook}>
        {labels.map(({ label }) => label).join(' · ')}
      </Fact>
      <Fact label="Last accepted" loading={!webhook}>
        <RelativeTime value={webhook?.last_delivered_at ?? null} fallback="Never" />
      </Fact>
      {webhook?.old_secret_until && (
        <Fact label="The old secret ends" loading={!webhook}>
          {formatDateTime(webhook.old_secret_until)}
        </Fact>
      )}
    </Facts>
  );
}
