import { Text } from '@mantine/core';
import { useState } from 'react';
import { CreatedKey } from '#console/modules/api-key/created-key.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RotateForm } from '#console/modules/signing/rotate-form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useRotateApiKey } from '#generated/api/key/key.ts';
import type { ApiKey, ApiKeyCreated } from '#generated/model/index.ts';

type RotateApiKeyProps = { apiKey: ApiKey; opened: boolean; onClose: () => void };

/** Replaces a key by a new one, which is shown once. */
export function RotateApiKey({ apiKey, opened, onClose }: RotateApiKeyProps) {
  const { orgId, projectId } = useActiveProject();
  const rotate = useRotateApiKey();
  const [rotated, setRotated] = useState<ApiKeyCreated | null>(null);

  const make = async (overlap_hours: number) => {
    const data = { overlap_hours };
    setRotated(await rotate.mutateAsync({ orgId, projectId, apiKeyId: apiKey.id, data }));
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={() => setRotated(null)}
      title={rotated ? 'Copy your key now' : `Rotate ${apiKey.name}`}
      size={rotated ? 'lg' : 'md'}
      closable={rotated === null}
    >
      {rotated ? (
        <CreatedKey created={rotated} onDone={onClose} />
      ) : (
        <RotateForm what="key" focusChoice onRotate={make}>
          <Text>
            The new key has the same name, access and expiry. Until the old one expires, calls work
            with either.
          </Text>
        </RotateForm>
      )}
    </Modal>
  );
}
