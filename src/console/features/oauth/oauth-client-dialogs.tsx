import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { absoluteUrl } from '#console/api/config.ts';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RotateForm } from '#console/modules/signing/rotate-form.tsx';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { SecretDialog } from '#console/ui/modal/secret-dialog.tsx';
import { Labelled } from '#console/ui/page/labelled.tsx';
import { rotateOAuthClientSecret } from '#generated/api/oauth/oauth.ts';
import type { OAuthClient, OAuthClientWithSecret } from '#generated/model/index.ts';
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
  const { at } = useActiveProject();
  const rotate = (overlap_hours: number) =>
    mutate(rotateOAuthClientSecret, ...at, id, { overlap_hours });
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

type ClientCredentialsProps = { created: OAuthClientWithSecret; onDone: () => void };

/** What an app's developer needs: the client's ID, its secret, which is shown once, and where the endpoints are. */
function ClientCredentials({ created, onDone }: ClientCredentialsProps) {
  const { client, secret } = created;
  const metadata = absoluteUrl('/.well-known/oauth-authorization-server', '');
  return (
    <Stack gap="md">
      <Text>
        {secret === null ? (
          <>
            <b>{client.name}</b> is a public client: it has no secret, and uses PKCE.
          </>
        ) : (
          <>
            This is the only time the secret of <b>{client.name}</b> is shown. Give it to the
            app&apos;s developer in a safe way.
          </>
        )}
      </Text>
      <Labelled label="Client ID">
        <CodeBlock code={client.id} what="client ID" wrap />
      </Labelled>
      {secret !== null && (
        <Labelled label="Client secret">
          <CodeBlock code={secret} what="client secret" wrap />
        </Labelled>
      )}
      <Labelled label="Metadata, with all endpoints">
        <CodeBlock code={metadata} what="URL" wrap />
      </Labelled>
      <DialogFooter cancel={null}>
        <Button onClick={onDone}>{secret === null ? 'Done' : "I've copied it"}</Button>
      </DialogFooter>
    </Stack>
  );
}
