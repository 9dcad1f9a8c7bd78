import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { resendWebhookDelivery } from '#generated/api/webhook/webhook.ts';

/** Sends an event again. */
export function useResend(webhookId: string) {
  const { at } = useActiveProject();
  return (deliveryId: string) =>
    attempt(() => mutate(resendWebhookDelivery, ...at, webhookId, deliveryId), {
      success: 'Event resent',
    });
}
