import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { deleteOAuthClient } from '#generated/api/oauth/oauth.ts';
import type { OAuthClient } from '#generated/model/index.ts';

/** Asks for confirmation, naming the app, and deletes it. */
export function useDeleteApp(): (app: OAuthClient) => Promise<void> {
  const { at } = useActiveProject();
  const confirm = useConfirm();

  return async (app) => {
    await confirm({
      title: `Delete ${app.name}?`,
      body: "Its access tokens stop working immediately, and everyone who allowed it is disconnected. This can't be undone.",
      confirmLabel: 'Delete client',
      danger: true,
      action: () => mutate(deleteOAuthClient, ...at, app.id),
      success: `${app.name} deleted`,
      area: 'oauth.change',
    });
  };
}
