import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useResendWebhookDelivery, useTestWebhook } from '#generated/api/webhook/webhook.ts';

/** Sends a test event. */
export function useSendTest(webhookId: string) {
  const { orgId, projectId } = useActiveProject();
  const test = useTestWebhook();
  return {
    isPending: test.isPending,
    /** Returns the id of the delivery; undefined when it could not be sent. */
    async send(): Promise<string | undefined> {
      let id: string | undefined;
      await attempt(async () => {
        const { delivery } = await test.mutateAsync({ orgId, projectId, webhookId });
        id = delivery.id;
      });
      return id;
    },
  };
}

/** Sends an event again. */
export function useResend(webhookId: string) {
  const { orgId, projectId } = useActiveProject();
  const resend = useResendWebhookDelivery();
  return {
    isPending: resend.isPending,
    async send(deliveryId: string): Promise<void> {
      await attempt(async () => {
        await resend.mutateAsync({ orgId, projectId, webhookId, deliveryId });
        toast.success('Event resent');
      });
    },
  };
}
