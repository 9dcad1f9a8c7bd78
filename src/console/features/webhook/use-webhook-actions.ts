import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { useDeleteWebhook, useUpdateWebhook } from '#generated/api/webhook/webhook.ts';
import type { Webhook } from '#generated/model/index.ts';

/** The actions on a webhook, in the list and on its page. */
export function useWebhookActions() {
  const { orgId, projectId } = useActiveProject();
  const confirm = useConfirm();
  const change = useUpdateWebhook();
  const removal = useDeleteWebhook();

  return {
    isPending: change.isPending,

    /** Enables or pauses a webhook. */
    async setStatus(webhook: Webhook, status: 'active' | 'paused'): Promise<void> {
      await attempt(async () => {
        await change.mutateAsync({ orgId, projectId, webhookId: webhook.id, data: { status } });
        toast.success(status === 'active' ? `${webhook.name} enabled` : `${webhook.name} paused`);
      });
    },

    /** Asks for confirmation, naming the webhook. Returns whether it was deleted. */
    async remove(webhook: Webhook): Promise<boolean> {
      const yes = await confirm({
        title: `Delete ${webhook.name}?`,
        body: "It will receive no more events and will be detached from its tasks. Its delivery log will be deleted too. This can't be undone.",
        confirmLabel: 'Delete webhook',
        danger: true,
      });
      if (!yes) return false;
      return attempt(async () => {
        await removal.mutateAsync({ orgId, projectId, webhookId: webhook.id });
        toast.success(`${webhook.name} deleted`);
      });
    },
  };
}
