import { useQueryClient } from '@tanstack/react-query';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
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
      try {
        const { delivery } = await test.mutateAsync({ orgId, projectId, webhookId });
        await refresh();
        return delivery.id;
      } catch {
        // The mutation has already shown the error in a toast.
        return undefined;
      }
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
      try {
        await resend.mutateAsync({ orgId, projectId, webhookId, deliveryId });
      } catch {
        return;
      }
      await refresh();
      toast.success('Event resent');
    },
  };
}
