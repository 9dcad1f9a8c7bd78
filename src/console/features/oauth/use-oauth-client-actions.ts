import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { useDeleteOAuthClient } from '#generated/api/oauth/oauth.ts';
import type { OAuthClient } from '#generated/model/index.ts';

/** Asks for confirmation, naming the app, and deletes it. */
export function useDeleteApp(): (app: OAuthClient) => Promise<void> {
  const { orgId, projectId } = useActiveProject();
  const confirm = useConfirm();
  const { mutateAsync } = useDeleteOAuthClient({ mutation: { meta: { area: 'oauth.change' } } });

  return async (app) => {
    const yes = await confirm({
      title: `Delete ${app.name}?`,
      body: "Its access tokens stop working immediately, and everyone who allowed it is disconnected. This can't be undone.",
      confirmLabel: 'Delete client',
      danger: true,
    });
    if (!yes) return;
    await attempt(async () => {
      await mutateAsync({ orgId, projectId, oauthClientId: app.id });
      toast.success(`${app.name} deleted`);
    });
  };
}
