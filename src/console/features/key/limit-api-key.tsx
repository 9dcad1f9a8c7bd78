import { SpendLimitForm } from '#console/modules/billing/spend-limit-form.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { ApiKey } from '#generated/model/index.ts';

type LimitApiKeyProps = { apiKey: ApiKey; opened: boolean; onClose: () => void };

/** The dialog for a key's spend limit. */
export function LimitApiKey({ apiKey, opened, onClose }: LimitApiKeyProps) {
  const { orgId, projectId } = useActiveProject();
  return (
    <Modal opened={opened} onClose={onClose} title={`Spend limit of ${apiKey.name}`}>
      <SpendLimitForm
        orgId={orgId}
        projectId={projectId}
        apiKeyId={apiKey.id}
        disabledReason={null}
        onSaved={onClose}
      />
    </Modal>
  );
}
