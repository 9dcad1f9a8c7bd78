import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { formatDateTime, RelativeTime } from '#console/ui/display/time.tsx';
import type { Webhook } from '#generated/model/index.ts';
import { EVENTS } from './webhook-status.tsx';

/** The details of a webhook, or their skeletons. */
export function WebhookFacts({ webhook }: { webhook: Webhook | undefined }) {
  const labels = EVENTS.filter(({ value }) => webhook?.events.includes(value));
  return (
    <Facts padded>
      <Fact label="Endpoint URL" wide loading={!webhook}>
        <span className="tl-mono">{webhook?.url}</span>
        <CopyButton value={webhook?.url ?? ''} what="endpoint URL" size="sm" />
      </Fact>
      <Fact label="Tasks" loading={!webhook}>
        {webhook?.all_tasks ? 'All tasks in the project' : 'Tasks it is attached to'}
      </Fact>
      <Fact label="Events" wide loading={!webhook}>
        {labels.map(({ label }) => label).join(' · ')}
      </Fact>
      <Fact label="Last delivered" loading={!webhook}>
        <RelativeTime value={webhook?.last_delivered_at ?? null} fallback="Never" />
      </Fact>
      {webhook?.old_secret_until && (
        <Fact label="Old secret expires" loading={!webhook}>
          {formatDateTime(webhook.old_secret_until)}
        </Fact>
      )}
    </Facts>
  );
}
