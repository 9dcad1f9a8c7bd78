import type { OAuthClientCreate, ResourceScope } from '#generated/model/index.ts';
import { call, projectPath, type Target, uniqueName } from '../contract/target.ts';

/** Registers an app that acts on its own behalf, and gets it an access token. */
export async function appToken(
  target: Target,
  scopes: OAuthClientCreate['scopes'],
  resources: ResourceScope | null = null,
): Promise<string> {
  const { status, body } = await call(
    target,
    'owner',
    'POST',
    `${projectPath(target)}/oauth-client`,
    {
      body: {
        name: uniqueName('App'),
        publisher: 'Acme',
        redirect_uris: ['https://app.example/callback'],
        type: 'confidential',
        grants: ['authorization_code', 'client_credentials'],
        scopes,
        resources,
      },
    },
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  return target.tokenFor(body.client.id, body.secret, scopes);
}
