import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import type { WebhookDelivery } from '#generated/model/index.ts';

const deliveryTones: Record<WebhookDelivery['status'], [Tone, string]> = {
  pending: ['neutral', 'Pending'],
  succeeded: ['success', 'Delivered'],
  failed: ['danger', 'Failed'],
};

/** The status of a delivery. A pending one that has already failed is shown as retrying. */
export function DeliveryStatusBadge({ delivery }: { delivery: WebhookDelivery }) {
  const [tone, label] = deliveryTones[delivery.status];
  if (delivery.status === 'pending' && delivery.attempts > 0)
    return <StatusBadge tone="warning">Retrying</StatusBadge>;
  return (
    <StatusBadge tone={tone} pulse={delivery.status === 'pending'}>
      {label}
    </StatusBadge>
  );
}
