import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import type { Webhook, WebhookDelivery, WebhookEventType } from '#generated/model/index.ts';

/** Every event, and what it is in words. */
export const EVENTS: readonly { value: WebhookEventType; label: string }[] = [
  { value: 'run.succeeded', label: 'A run succeeded' },
  { value: 'run.failed', label: 'A run failed' },
  { value: 'task.revision_activated', label: 'A revision was set active' },
  { value: 'task.contract_changed', label: 'The contract of a task changed' },
];

/** How a webhook stands. */
export function WebhookStatusBadge({ webhook }: { webhook: Webhook }) {
  if (webhook.status === 'paused') return <StatusBadge tone="neutral">Paused</StatusBadge>;
  if (webhook.status === 'disabled') return <StatusBadge tone="danger">Disabled</StatusBadge>;
  if (webhook.failures > 0) return <StatusBadge tone="warning">Failing</StatusBadge>;
  return <StatusBadge tone="success">Active</StatusBadge>;
}

const deliveryTones: Record<WebhookDelivery['status'], [Tone, string]> = {
  pending: ['neutral', 'Waiting'],
  succeeded: ['success', 'Accepted'],
  failed: ['danger', 'Failed'],
};

/** How a delivery stands; one that waits after a failure says so. */
export function DeliveryStatusBadge({ delivery }: { delivery: WebhookDelivery }) {
  const [tone, label] = deliveryTones[delivery.status];
  if (delivery.status === 'pending' && delivery.attempts > 0)
    return <StatusBadge tone="warning">Trying again</StatusBadge>;
  return (
    <StatusBadge tone={tone} pulse={delivery.status === 'pending'}>
      {label}
    </StatusBadge>
  );
}
