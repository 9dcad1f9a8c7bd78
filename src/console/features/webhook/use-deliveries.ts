import { useQueryClient } from '@tanstack/react-query';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import {
  getListWebhookDeliveriesInfiniteQueryKey,
  useResendWebhookDelivery,
  useTestWebhook,
} from '#generated/api/webhook/webhook.ts';
import { useRefreshWebhooks } from './use-webhook-actions.ts';

/** Refetches a delivery log and the status of its webhook. */
export function useRefreshDeliveries(webhookId: string): () => Promise<void> {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const refresh = useRefreshWebhooks();
  return async () => {
    const queryKey = getListWebhookDeliveriesInfiniteQueryKey(orgId, projectId, webhookId);
    await Promise.all([client.invalidateQueries({ queryKey }), refresh(webhookId)]);
  };
}

/** Sends a test event. */
export function useSendTest(webhookId: string) {
  const { orgId, projectId } = useActiveProject();
  const refresh = useRefreshDeliveries(webhookId);
  const test = useTestWebhook();
  return {
    isPending: test.isPending,
    /** Returns the id of the delivery; undefined when it could not be sent. */
    async send(): Promise<string | undefined> {
      let id: string | undefined;
      await attempt(async () => {
        const { delivery } = await test.mutateAsync({ orgId, projectId, webhookId });
        await refresh();
        id = delivery.id;
      });
      return id;
    },
  };
}

/** Sends an event again. */
export function useResend(webhookId: string) {
  const { orgId, projectId } = useActiveProject();
  const refresh = useRefreshDeliveries(webhookId);
  const resend = useResendWebhookDelivery();
  return {
    isPending: resend.isPending,
    async send(deliveryId: string): Promise<void> {
      await attempt(async () => {
        await resend.mutateAsync({ orgId, projectId, webhookId, deliveryId });
        await refresh();
        toast.success('Event resent');
      });
    },
  };
}
