import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { deleteWidget, rotateWidgetKey, useUpdateWidget } from '#generated/api/chat/chat.ts';
import type { Widget } from '#generated/model/index.ts';

/** The actions on a widget, in the list and on its page. */
export function useWidgetActions() {
  const { at, orgId, projectId } = useActiveProject();
  const confirm = useConfirm();
  const change = useUpdateWidget();

  return {
    isPending: change.isPending,

    async setEnabled({ id, name }: Widget, enabled: boolean): Promise<void> {
      await attempt(
        () => change.mutateAsync({ orgId, projectId, widgetId: id, data: { enabled } }),
        { success: enabled ? `${name} turned on` : `${name} turned off` },
      );
    },

    async rotateKey({ id, name }: Widget): Promise<void> {
      await confirm({
        title: `Replace the key of ${name}?`,
        body: 'Pages with the old key stop showing the widget at once, until you replace their snippet. Conversations are kept.',
        confirmLabel: 'Replace key',
        danger: true,
        action: () => mutate(rotateWidgetKey, ...at, id),
        success: 'Key replaced. Copy the new snippet.',
      });
    },

    /** Asks for confirmation, naming the widget. Returns whether it was deleted. */
    async remove({ id, name, conversation_count: count }: Widget): Promise<boolean> {
      const conversations =
        count === 0
          ? ''
          : ` Its ${count === 1 ? 'conversation' : `${count} conversations`} will be deleted too.`;
      return confirm({
        title: `Delete ${name}?`,
        body: `It stops working on every page.${conversations} This can't be undone.`,
        confirmLabel: 'Delete widget',
        danger: true,
        action: () => mutate(deleteWidget, ...at, id),
        success: `${name} deleted`,
      });
    },
  };
}
