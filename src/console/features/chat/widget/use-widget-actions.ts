import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { useDeleteWidget, useRotateWidgetKey, useUpdateWidget } from '#generated/api/chat/chat.ts';
import type { Widget } from '#generated/model/index.ts';

/** The actions on a widget, in the list and on its page. */
export function useWidgetActions() {
  const { orgId, projectId } = useActiveProject();
  const confirm = useConfirm();
  const change = useUpdateWidget();
  const rotation = useRotateWidgetKey();
  const removal = useDeleteWidget();

  return {
    isPending: change.isPending,

    async setEnabled({ id, name }: Widget, enabled: boolean): Promise<void> {
      await attempt(async () => {
        await change.mutateAsync({ orgId, projectId, widgetId: id, data: { enabled } });
        toast.success(enabled ? `${name} turned on` : `${name} turned off`);
      });
    },

    async rotateKey({ id, name }: Widget): Promise<void> {
      const yes = await confirm({
        title: `Replace the key of ${name}?`,
        body: 'Pages with the old key stop showing the widget at once, until you replace their snippet. Conversations are kept.',
        confirmLabel: 'Replace key',
        danger: true,
      });
      if (!yes) return;
      await attempt(async () => {
        await rotation.mutateAsync({ orgId, projectId, widgetId: id });
        toast.success('Key replaced. Copy the new snippet.');
      });
    },

    /** Asks for confirmation, naming the widget. Returns whether it was deleted. */
    async remove({ id, name, conversation_count: count }: Widget): Promise<boolean> {
      const conversations =
        count === 0
          ? ''
          : ` Its ${count === 1 ? 'conversation' : `${count} conversations`} will be deleted too.`;
      const yes = await confirm({
        title: `Delete ${name}?`,
        body: `It stops working on every page.${conversations} This can't be undone.`,
        confirmLabel: 'Delete widget',
        danger: true,
      });
      if (!yes) return false;
      return attempt(async () => {
        await removal.mutateAsync({ orgId, projectId, widgetId: id });
        toast.success(`${name} deleted`);
      });
    },
  };
}
