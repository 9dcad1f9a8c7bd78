import { useQueryClient } from '@tanstack/react-query';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  getListWebhooksInfiniteQueryKey,
  invalidateGetWebhook,
  invalidateListWebhooks,
  useDeleteWebhook,
  useUpdateWebhook,
} from '#generated/api/webhook/webhook.ts';
import type { Webhook } from '#generated/model/index.ts';

/** Reads webhooks again after one of them changed. */
export function useRefreshWebhooks(): (webhookId?: string) => Promise<void> {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  return async (webhookId) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: getListWebhooksInfiniteQueryKey(orgId, projectId) }),
      invalidateListWebhooks(client, orgId, projectId),
      webhookId && invalidateGetWebhook(client, orgId, projectId, webhookId),
    ]);
  };
}

/** What can be done with a webhook from a list or its own page. */
export function useWebhookActions() {
  const { orgId, projectId } = useActiveProject();
  const refresh = useRefreshWebhooks();
  const confirm = useConfirm();
  const change = useUpdateWebhook();
  const removal = useDeleteWebhook();

  return {
    isPending: change.isPending,

    /** Turns sending on or off. */
    async setStatus(webhook: Webhook, status: 'active' | 'paused'): Promise<void> {
      try {
        await change.mutateAsync({ orgId, projectId, webhookId: webhook.id, data: { status } });
      } catch {
        // The mutation's toast says what happened.
        return;
      }
      await refresh(webhook.id);
      toast.success(status === 'active' ? `${webhook.name} is on.` : `${webhook.name} is paused.`);
    },

    /** Asks, naming the webhook. Gives whether it is gone. */
    async remove(webhook: Webhook): Promise<boolean> {
      const yes = await confirm({
        title: `Delete ${webhook.name}?`,
        body: 'Nothing more is sent to it, and its delivery log is deleted. Tasks that it is attached to are left without a webhook.',
        confirmLabel: 'Delete webhook',
        danger: true,
      });
      if (!yes) return false;
      try {
        await removal.mutateAsync({ orgId, projectId, webhookId: webhook.id });
      } catch {
        return false;
      }
      await refresh();
      toast.success(`${webhook.name} is deleted.`);
      return true;
    },
  };
}
