import { Text } from '@mantine/core';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RotateForm } from '#console/modules/signing/rotate-form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { SecretDialog } from '#console/ui/modal/secret-dialog.tsx';
import { rotateOAuthClientSecret } from '#generated/api/oauth/oauth.ts';
import type { OAuthClient, OAuthClientWithSecret } from '#generated/model/index.ts';
import { ClientCredentials } from './client-credentials.tsx';
import { OAuthClientForm } from './oauth-client-form.tsx';
/** Creates a client and shows its secret once. Until it has been copied, only the button closes the dialog. */
export function NewOAuthClient({ onClosed }: { onClosed: () => void }) {
  const [created, setCreated] = useState<OAuthClientWithSecret | null>(null);
  return (
    <Modal
      onClosed={onClosed}
      title={created?.secret ? 'Copy the secret now' : 'Create OAuth client'}
      size={created ? 'lg' : 'md'}
      closable={!created?.secret}
    >
      {(done) =>
        created ? (
          <ClientCredentials created={created} onDone={done} />
        ) : (
          <OAuthClientForm onCreated={setCreated} />
        )
      }
    </Modal>
  );
}

type ClientDialogProps = { client: OAuthClient; onClosed: () => void };

/** Creates a new secret for a client, and shows it once. */
export function RotateClientSecret({ client: { id, name }, onClosed }: ClientDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const rotate = (overlap_hours: number) =>
    mutate(rotateOAuthClientSecret, orgId, projectId, id, { overlap_hours });
  return (
    <SecretDialog<OAuthClientWithSecret>
      title={`Rotate secret of ${name}`}
      secretTitle="Copy the secret now"
      onClosed={onClosed}
      secret={(rotated, done) => <ClientCredentials created={rotated} onDone={done} />}
    >
      {(onMade) => (
        <RotateForm focusChoice onRotate={async (hours) => onMade(await rotate(hours))}>
          <Text>
            Until the old secret expires, the app can use either. Its access tokens keep working.
          </Text>
        </RotateForm>
      )}
    </SecretDialog>
  );
}

/** Edits a client. */
export function EditOAuthClient({ client, onClosed }: ClientDialogProps) {
  return (
    <Modal onClosed={onClosed} title={`Edit ${client.name}`}>
      {(done) => <OAuthClientForm client={client} onSaved={done} />}
    </Modal>
  );
}
