import { DeliveryStatusBadge } from '#console/modules/webhook/delivery-status.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { codeColumn, textColumn, timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import type { Webhook, WebhookDelivery } from '#generated/model/index.ts';
import { WebhookStatusBadge } from './webhook-status.tsx';

/** The columns of the webhook list. */
export const webhookColumns: readonly Column<Webhook>[] = [
  textColumn('Name', (webhook) => webhook.name),
  codeColumn('Endpoint URL', (webhook) => webhook.url, {
    width: 'minmax(0, 2fr)',
    hideBelow: 'sm',
  }),
  {
    header: 'Tasks',
    width: '96px',
    hideBelow: 'md',
    cell: (webhook) => (webhook.all_tasks ? 'All' : 'Attached'),
  },
  {
    header: 'Last delivered',
    width: '128px',
    hideBelow: 'md',
    cell: (webhook) => <RelativeTime value={webhook.last_delivered_at} fallback="Never" />,
  },
  {
    header: 'Status',
    width: '104px',
    cell: (webhook) => <WebhookStatusBadge webhook={webhook} />,
  },
];

/** The columns of a delivery log. */
export const deliveryColumns: readonly Column<WebhookDelivery>[] = [
  {
    header: 'Status',
    width: '96px',
    cell: (delivery) => <DeliveryStatusBadge delivery={delivery} />,
  },
  codeColumn('Event', (delivery) => delivery.type),
  {
    header: 'Response',
    width: 'minmax(0, 1.4fr)',
    hideBelow: 'sm',
    cell: (delivery) => (
      <span className="tl-truncate">{delivery.error ?? delivery.response_status ?? '–'}</span>
    ),
  },
  {
    header: 'Attempts',
    width: '88px',
    align: 'right',
    hideBelow: 'md',
    cell: (delivery) => <span className="tl-mono">{delivery.attempts}</span>,
  },
  timeColumn('Time', (delivery) => delivery.created_at, { width: '96px' }),
];
