import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { DeliveryStatusBadge } from '#console/modules/webhook/delivery-status.tsx';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { formatDateTime, formatDuration } from '#console/ui/display/time.tsx';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useGetWebhookDelivery } from '#generated/api/webhook/webhook.ts';
import type { WebhookAttempt, WebhookDeliveryDetail } from '#generated/model/index.ts';
import { useResend } from './use-deliveries.ts';
import classes from './webhook.module.css';

type DeliveryDetailProps = {
  webhookId: string;
  /** Null when closed. */
  deliveryId: string | null;
  onClose: () => void;
};

/** One delivery: the event, and each request with its response. */
export function DeliveryDetail({ webhookId, deliveryId, onClose }: DeliveryDetailProps) {
  const { at } = useActiveProject();
  const detail = useGetWebhookDelivery(...at, webhookId, deliveryId ?? '', {
    query: {
      enabled: deliveryId !== null,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.delivery.status === 'pending' ? 4000 : false),
    },
  });
  return (
    <Modal opened={deliveryId !== null} onClose={onClose} title="Delivery" size="xl">
      <Loaded query={detail} skeleton={<Skeleton height={320} />}>
        {(data) => <Body webhookId={webhookId} detail={data} />}
      </Loaded>
    </Modal>
  );
}

function Body({ webhookId, detail }: { webhookId: string; detail: WebhookDeliveryDetail }) {
  const resend = useResend(webhookId);
  const { delivery, event, log } = detail;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="xs">
          <DeliveryStatusBadge delivery={delivery} />
          <span className="tl-mono">{delivery.type}</span>
        </Group>
        <EditButton size="xs" variant="default" onClick={() => resend(delivery.id)}>
          Resend
        </EditButton>
      </Group>
      {delivery.next_attempt_at && delivery.attempts > 0 && (
        <Text size="sm" c="dimmed">
          Next attempt: {formatDateTime(delivery.next_attempt_at)}
        </Text>
      )}
      <section>
        <h3 className={classes.part}>Event</h3>
        <CodeBlock code={JSON.stringify(event, null, 2)} what="event" maxHeight={240} />
      </section>
      {log.length === 0 && <Text c="dimmed">Not sent yet.</Text>}
      {log.toReversed().map((attempt, index) => (
        <Attempt key={attempt.at} attempt={attempt} number={log.length - index} />
      ))}
    </Stack>
  );
}

function Attempt({ attempt, number }: { attempt: WebhookAttempt; number: number }) {
  const response = [headersOf(attempt.response_headers), attempt.response_body];
  return (
    <section>
      <h3 className={classes.part}>
        Attempt {number}
        <span className={classes.aside}>
          {formatDateTime(attempt.at)} · {formatDuration(attempt.duration_ms)}
        </span>
      </h3>
      <Stack gap={8}>
        {attempt.error && (
          <Text size="sm" c="var(--mantine-color-error)">
            {attempt.error}
          </Text>
        )}
        <CodeBlock
          code={`POST ${attempt.url}\n${headersOf(attempt.request_headers)}`}
          what="request"
          maxHeight={160}
        />
        {attempt.response_status !== null && (
          <CodeBlock
            code={`${attempt.response_status}\n${response.filter(Boolean).join('\n\n')}`}
            what="response"
            maxHeight={200}
          />
        )}
      </Stack>
    </section>
  );
}

function headersOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
