import { Group, Text } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListWebhookDeliveriesInfinite } from '#generated/api/webhook/webhook.ts';
import type { WebhookDelivery, WebhookDeliveryStatus } from '#generated/model/index.ts';
import { useResend } from './use-deliveries.ts';
import classes from './webhook.module.css';
import { deliveryColumns } from './webhook-columns.tsx';

type DeliveryLogProps = {
  webhookId: string;
  opened: string | null;
  onOpen: (deliveryId: string) => void;
};

/** How often (ms) to refetch the log while a delivery is in progress or due for a retry soon. */
const POLL_MS = 4000;
const SOON_MS = 60_000;
const filters: { value: 'all' | WebhookDeliveryStatus; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'succeeded', label: 'Delivered' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
];

function isDueSoon({ status, next_attempt_at }: WebhookDelivery): boolean {
  if (status !== 'pending') return false;
  return next_attempt_at === null || Date.parse(next_attempt_at) < Date.now() + SOON_MS;
}

/** The deliveries of a webhook, newest first. */
export function DeliveryLog({ webhookId, opened, onOpen }: DeliveryLogProps) {
  const { at } = useActiveProject();
  const { reason } = useEditPermission();
  const [param, setParam] = useQueryParam('status');
  const status = filters.find(({ value }) => value === param)?.value ?? 'all';
  const filter = status === 'all' ? undefined : { status };
  const deliveries = useListWebhookDeliveriesInfinite(...at, webhookId, filter, {
    query: {
      ...paged,
      staleTime: 0,
      refetchInterval: ({ state }) => (flatten(state.data).some(isDueSoon) ? POLL_MS : false),
    },
  });
  const resend = useResend(webhookId);

  return (
    <>
      <Group className={classes.bar} justify="space-between">
        <Text component="h2" fw={600}>
          Deliveries
        </Text>
        <Segmented
          size="xs"
          label="Status"
          items={filters}
          value={status}
          onChange={(value) => setParam(value === 'all' ? null : value)}
        />
      </Group>
      <DataTable
        label="Deliveries"
        columns={deliveryColumns}
        rows={flatten(deliveries.data)}
        query={deliveries}
        activeKey={opened}
        onOpen={(delivery) => onOpen(delivery.id)}
        menu={(delivery) => [
          {
            label: 'Resend',
            icon: <IconRefresh />,
            disabled: reason,
            onClick: () => void resend(delivery.id),
          },
        ]}
        empty={
          <EmptyState icon={<IconSend />} title="No deliveries yet">
            {status === 'all'
              ? 'Deliveries are kept for 30 days. Send a test event to check your endpoint.'
              : 'No deliveries with this status in the last 30 days.'}
          </EmptyState>
        }
      />
    </>
  );
}
