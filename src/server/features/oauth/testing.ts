import * as oauth from 'openid-client';
import type { OAuthClient, OAuthClientCreate } from '#generated/model/index.ts';
import type { TestApp } from '#server/testing.ts';

/** Where the third-party app lives. */
export const CALLBACK = 'https://helpdesk.example/callback';

/** `fetch` that reaches a test server without a port. */
function fetchOf(server: TestApp): oauth.CustomFetch {
  return async (url, { method, headers, body }) => {
    const {
      statusCode,
      payload,
      headers: received,
    } = await server.app.inject({
      method: method as 'GET',
      url: new URL(url).pathname + new URL(url).search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body && { payload: String(body) }),
    });
    const sent = new Headers();
    for (const [name, value] of Object.entries(received)) sent.set(name, String(value));
    return new Response(statusCode === 204 ? null : payload, { status: statusCode, headers: sent });
  };
}

/** A browser's cookies and redirects: as much of it as the protocol needs. */
export function createBrowser(server: TestApp) {
  const cookies = new Map<string, string>();
  return {
    /** Follows a link. Returns where it redirects to. */
    async go(url: string): Promise<URL> {
      const { pathname, search } = new URL(url, server.url);
      const response = await server.app.inject({
        method: 'GET',
        url: pathname + search,
        headers: {
          accept: 'text/html',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      });
      for (const { name, value } of response.cookies) cookies.set(name, value);
      return new URL(String(response.headers.location), server.url);
    },
  };
}

/** Opens the request in the address of the consent page. Returns its ID. */
export async function openConsent(server: TestApp, person: string, page: URL): Promise<string> {
  const request = page.searchParams.get('request');
  const { status, body } = await server.as(person)('POST', '/user/oauth-request', { request });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.id;
}

/** The place where apps are registered, as the user Ada. */
export async function registerApp(
  server: TestApp,
  place: { org: string; project: string },
  more: Partial<OAuthClientCreate> = {},
): Promise<{ client: OAuthClient; secret: string | null }> {
  const { status, body } = await server.as('ada')(
    'POST',
    `/org/${place.org}/project/${place.project}/oauth-client`,
    {
      name: 'Helpdesk',
      publisher: 'Acme',
      redirect_uris: [CALLBACK],
      type: 'confidential',
      grants: ['authorization_code', 'client_credentials', 'refresh_token'],
      scopes: ['task:run', 'run:read'],
      ...more,
    },
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** An app of somebody else, which uses openid-client as its authors would. */
export async function thirdPartyApp(
  server: TestApp,
  { client, secret }: { client: OAuthClient; secret: string | null },
) {
  const options: oauth.DiscoveryRequestOptions = {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
    [oauth.customFetch]: fetchOf(server),
  };
  const auth = secret === null ? oauth.None() : oauth.ClientSecretBasic(secret);
  const config = await oauth.discovery(new URL(server.url), client.id, {}, auth, options);

  /** Sends a browser to the server. Returns what the app remembers until the browser is back. */
  async function start(scope = 'task:run') {
    const verifier = oauth.randomPKCECodeVerifier();
    const state = oauth.randomState();
    const url = oauth.buildAuthorizationUrl(config, {
      redirect_uri: client.redirect_uris[0] ?? '',
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, verifier, state };
  }

  return {
    config,
    start,
    /** Exchanges the code that a browser came back with. */
    finish: (returned: URL, { verifier, state }: { verifier: string; state: string }) =>
      oauth.authorizationCodeGrant(config, returned, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      }),
    /** The whole way, for a person who allows everything. */
    async connect(person: string, { scope = 'task:run', resources = null as unknown } = {}) {
      const browser = createBrowser(server);
      const started = await start(scope);
      const request = await openConsent(server, person, await browser.go(started.url));
      const answer = await server.as(person)('POST', `/user/oauth-request/${request}/accept`, {
        resources,
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return this.finish(await browser.go(answer.body.redirect_to), started);
    },
    ownToken: (scope = 'task:run') => oauth.clientCredentialsGrant(config, { scope }),
    refresh: (token: string) => oauth.refreshTokenGrant(config, token),
    revoke: (token: string) => oauth.tokenRevocation(config, token),
    introspect: (token: string) => oauth.tokenIntrospection(config, token),
  };
}
