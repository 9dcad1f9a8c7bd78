import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import type { Webhook, WebhookEventType } from '#generated/model/index.ts';

/** All events with their labels. */
export const EVENTS: readonly { value: WebhookEventType; label: string }[] = [
  { value: 'run.succeeded', label: 'Run succeeded' },
  { value: 'run.failed', label: 'Run failed' },
  { value: 'task.revision_activated', label: 'Revision activated' },
  { value: 'task.contract_changed', label: 'Task contract changed' },
  { value: 'article.published', label: 'Article published' },
];

/** The status of a webhook. */
export function WebhookStatusBadge({ webhook }: { webhook: Webhook }) {
  if (webhook.status === 'paused') return <StatusBadge tone="neutral">Paused</StatusBadge>;
  if (webhook.status === 'disabled') return <StatusBadge tone="danger">Disabled</StatusBadge>;
  if (webhook.failures > 0) return <StatusBadge tone="warning">Failing</StatusBadge>;
  return <StatusBadge tone="success">Active</StatusBadge>;
}
