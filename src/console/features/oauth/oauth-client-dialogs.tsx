import { Text } from '@mantine/core';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RotateForm } from '#console/modules/signing/rotate-form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useRotateOAuthClientSecret } from '#generated/api/oauth/oauth.ts';
import type { OAuthClient, OAuthClientWithSecret } from '#generated/model/index.ts';
import { ClientCredentials } from './client-credentials.tsx';
import { OAuthClientForm } from './oauth-client-form.tsx';

type NewClientProps = { opened: boolean; onClose: () => void };

/** Creates a client and shows its secret once. Until it has been copied, only the button closes the dialog. */
export function NewOAuthClient({ opened, onClose }: NewClientProps) {
  const [created, setCreated] = useState<OAuthClientWithSecret | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={() => setCreated(null)}
      title={created?.secret ? 'Copy the secret now' : 'Create OAuth client'}
      size={created ? 'lg' : 'md'}
      closable={!created?.secret}
    >
      {created ? (
        <ClientCredentials created={created} onDone={onClose} />
      ) : (
        <OAuthClientForm onCreated={setCreated} />
      )}
    </Modal>
  );
}

type ClientDialogProps = { client: OAuthClient; opened: boolean; onClose: () => void };

/** Creates a new secret for a client, and shows it once. */
export function RotateClientSecret({ client, opened, onClose }: ClientDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const rotate = useRotateOAuthClientSecret();
  const [rotated, setRotated] = useState<OAuthClientWithSecret | null>(null);

  const make = async (overlap_hours: number) => {
    const data = { overlap_hours };
    setRotated(await rotate.mutateAsync({ orgId, projectId, oauthClientId: client.id, data }));
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={() => setRotated(null)}
      title={rotated ? 'Copy the secret now' : `Rotate secret of ${client.name}`}
      size={rotated ? 'lg' : 'md'}
      closable={rotated === null}
    >
      {rotated ? (
        <ClientCredentials created={rotated} onDone={onClose} />
      ) : (
        <RotateForm focusChoice onRotate={make}>
          <Text>
            Until the old secret expires, the app can use either. Its access tokens keep working.
          </Text>
        </RotateForm>
      )}
    </Modal>
  );
}

/** Edits a client. */
export function EditOAuthClient({ client, opened, onClose }: ClientDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit ${client.name}`}>
      <OAuthClientForm client={client} onSaved={onClose} />
    </Modal>
  );
}
