import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { absoluteUrl } from '#console/api/config.ts';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import type { OAuthClientWithSecret } from '#generated/model/index.ts';

type ClientCredentialsProps = { created: OAuthClientWithSecret; onDone: () => void };

/** What an app's developer needs: the client's ID, its secret, which is shown once, and where the endpoints are. */
export function ClientCredentials({ created, onDone }: ClientCredentialsProps) {
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

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {label}
      </Text>
      {children}
    </div>
  );
}
