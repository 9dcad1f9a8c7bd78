import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { deleteWebhook, updateWebhook } from '#generated/api/webhook/webhook.ts';
import type { Webhook } from '#generated/model/index.ts';

/** The actions on a webhook, in the list and on its page. */
export function useWebhookActions() {
  const { at } = useActiveProject();
  const confirm = useConfirm();

  return {
    /** Enables or pauses a webhook. */
    setStatus: ({ id, name }: Webhook, status: 'active' | 'paused') =>
      attempt(() => mutate(updateWebhook, ...at, id, { status }), {
        success: `${name} ${status === 'active' ? 'enabled' : 'paused'}`,
      }),

    /** Asks for confirmation, naming the webhook. Returns whether it was deleted. */
    remove(webhook: Webhook): Promise<boolean> {
      return confirm({
        title: `Delete ${webhook.name}?`,
        body: "It will receive no more events and will be detached from its tasks. Its delivery log will be deleted too. This can't be undone.",
        confirmLabel: 'Delete webhook',
        danger: true,
        action: () => mutate(deleteWebhook, ...at, webhook.id),
        success: `${webhook.name} deleted`,
      });
    },
  };
}
