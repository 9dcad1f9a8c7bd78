import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { useDeleteApiKey } from '#generated/api/key/key.ts';
import type { ApiKey } from '#generated/model/index.ts';

/** Asks for confirmation, naming the key, and revokes it. */
export function useRevokeApiKey(): (key: ApiKey) => Promise<void> {
  const { orgId, projectId } = useActiveProject();
  const confirm = useConfirm();
  const { mutateAsync } = useDeleteApiKey();

  return async (key) => {
    const yes = await confirm({
      title: `Revoke ${key.name}?`,
      body: `Calls with ${key.prefix}… will be rejected immediately. This can't be undone.`,
      confirmLabel: 'Revoke key',
      danger: true,
    });
    if (!yes) return;
    await attempt(async () => {
      await mutateAsync({ orgId, projectId, apiKeyId: key.id });
      toast.success(`${key.name} revoked`);
    });
  };
}
