import { useQueryClient } from '@tanstack/react-query';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
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

/** Refetches webhooks after one of them changed. */
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

/** The actions on a webhook, in the list and on its page. */
export function useWebhookActions() {
  const { orgId, projectId } = useActiveProject();
  const refresh = useRefreshWebhooks();
  const confirm = useConfirm();
  const change = useUpdateWebhook();
  const removal = useDeleteWebhook();

  return {
    isPending: change.isPending,

    /** Enables or pauses a webhook. */
    async setStatus(webhook: Webhook, status: 'active' | 'paused'): Promise<void> {
      await attempt(async () => {
        await change.mutateAsync({ orgId, projectId, webhookId: webhook.id, data: { status } });
        await refresh(webhook.id);
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
        await refresh();
        toast.success(`${webhook.name} deleted`);
      });
    },
  };
}
