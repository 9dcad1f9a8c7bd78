import { generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import Provider, { type Configuration, errors, interactionPolicy, type JWK } from 'oidc-provider';
import { OAUTH_SCOPES } from '#core/access/oauth-scopes.ts';
import { newSecret } from '#domain/access/secret.ts';
import { ACCESS_TOKEN_PREFIX } from '#domain/oauth/find-token.ts';
import { type RequestPayload, sealRequest } from '#domain/oauth/sealed-request.ts';
import type { Sealer } from '#domain/ports.ts';
import { type AdapterDeps, createAdapter } from './adapter.ts';

/** The prefix of refresh tokens, for secret scanners. */
const REFRESH_TOKEN_PREFIX = 'tlf_';

/** Of signatures that OpenID Connect would need. */
const ALGORITHM = 'ES256';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Lifetimes, in seconds. */
const LIFETIMES = {
  AuthorizationCode: MINUTE,
  AccessToken: HOUR,
  ClientCredentials: HOUR,
  /** Each use starts it anew. */
  RefreshToken: 30 * DAY,
  /** To sign in, perhaps to sign up, and to answer. */
  Interaction: 30 * MINUTE,
  Session: MINUTE,
  Grant: DAY,
};

/** What the metadata contains. The rest that oidc-provider offers is about OpenID Connect, which isn't supported. */
const METADATA = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'grant_types_supported',
  'response_types_supported',
  'scopes_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
];

export interface ProviderDeps extends AdapterDeps {
  /** The server's URL, which is the issuer. */
  publicUrl: string;
  /** What cookies are signed with. */
  cookieKey: string;
  /** What requests are sealed with. */
  secrets: Sealer;
  report: (error: unknown) => void;
}

/** The authorization server: OAuth 2.1 by oidc-provider, over our tables. */
export function createProvider(deps: ProviderDeps): Provider {
  const { publicUrl, cookieKey, stores, oauth, report } = deps;
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    secure: publicUrl.startsWith('https:'),
  } as const;
  const configuration: Configuration = {
    adapter: (kind: string) => createAdapter(kind, deps),
    claims: {},
    clientDefaults: { id_token_signed_response_alg: ALGORITHM },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    // Apps in browsers get tokens from where their redirect URIs are; others run on servers.
    clientBasedCORS: (_ctx, origin, { clientAuthMethod, redirectUris = [] }) =>
      clientAuthMethod === 'none' && redirectUris.some((uri) => new URL(uri).origin === origin),
    cookies: {
      keys: [cookieKey],
      names: {
        session: 'taskloom_oauth',
        interaction: 'taskloom_oauth_request',
        resume: 'taskloom_oauth_resume',
      },
      long: cookie,
      short: cookie,
    },
    expiresWithSession: async () => false,
    features: {
      claimsParameter: { enabled: false },
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      introspection: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    async findAccount(_ctx, id) {
      const user = await stores.user.users.find({ id });
      // Whoever is deactivated at the identity service gets no new tokens. The old ones work again if they come back.
      if (!user || user.deactivated_at !== null) return undefined;
      return { accountId: id, claims: async () => ({ sub: id }) };
    },
    interactions: {
      policy: askAlways(),
      url: (_ctx, interaction) => consentUrl(deps, interaction),
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [unusedKey()] },
    async loadExistingGrant({ oidc }) {
      const grantId = oidc.result?.consent?.grantId;
      return grantId ? oidc.provider.Grant.find(grantId) : undefined;
    },
    pkce: { required: () => true },
    renderError(ctx, { error, error_description }) {
      // In a browser, and not the app's fault alone: the console explains it.
      if (ctx.accepts('json', 'html') === 'html') {
        ctx.redirect(`/oauth/consent?error=${encodeURIComponent(error)}`);
      } else ctx.body = { error, error_description };
    },
    responseTypes: ['code'],
    // A code or token that was used twice ends the tokens. What the person allowed stays, until they or the app end it.
    revokeGrantPolicy: ({ oidc }) => oidc.route === 'revocation',
    rotateRefreshToken: true,
    routes: {
      authorization: '/authorize',
      token: '/token',
      revocation: '/revoke',
      introspection: '/introspect',
    },
    scopes: Object.keys(OAUTH_SCOPES),
    ttl: LIFETIMES,
  };
  const provider = new Provider(publicUrl, configuration);
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => report(error));
  prefixTokens(provider);

  /** Whether it is the client's secret, or the one before it, as long as that still works. */
  provider.Client.prototype.compareClientSecret = async function compare(
    this: { clientId: string },
    given: string,
  ) {
    const row = await stores.oauth.clients.find({ id: this.clientId });
    if (!row?.secret_hash) return false;
    const hash = oauth.hash(given);
    if (isSame(hash, row.secret_hash)) return true;
    const isOldValid = Date.parse(row.old_secret_until ?? '') > Date.now();
    return isOldValid && row.old_secret_hash !== null && isSame(hash, row.old_secret_hash);
  } as never;

  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== 'discovery') return;
    const body = ctx.body as Record<string, unknown>;
    const kept = METADATA.filter((name) => name in body).map((name) => [name, body[name]]);
    ctx.body = {
      ...Object.fromEntries(kept),
      response_modes_supported: ['query'],
      service_documentation: `${publicUrl}/docs`,
    };
  });
  return provider;
}

/** The longest request, in characters. It is in addresses, also in the one that people return to after signing in. */
const REQUEST_MAX = 1700;

/** The consent page, with the request in its address. */
function consentUrl(
  { secrets }: ProviderDeps,
  interaction: InstanceType<Provider['Interaction']>,
): string {
  const { jti, iat = 0, exp, cid, params } = interaction;
  const asked = params as RequestPayload['params'];
  const payload = { kind: 'Interaction', jti, iat, exp, cid, params: asked };
  const sealed = sealRequest(secrets, payload);
  if (sealed.length > REQUEST_MAX) throw new errors.InvalidRequest('the request is too long');
  return `/oauth/consent?request=${sealed}`;
}

/** Everyone is asked each time, because the console, rather than oidc-provider, knows who is signed in. */
function askAlways() {
  const { Prompt, Check } = interactionPolicy;
  const known = new Set(Object.keys(OAUTH_SCOPES));
  return [
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('unanswered', 'the person has to answer', 'consent_required', ({ oidc }) => {
        const scopes = String(oidc.params?.scope ?? '').split(' ');
        const unknown = scopes.find((scope) => !known.has(scope));
        if (unknown === '') throw new errors.InvalidScope('scope is required', '');
        if (unknown !== undefined) throw new errors.InvalidScope('unknown scope', unknown);
        return !oidc.result?.consent;
      }),
    ),
  ];
}

/**
 * oidc-provider insists on a key, and would otherwise use one that everybody knows. Nothing is signed with it: tokens are
 * random, so that they can be revoked at once.
 */
function unusedKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), alg: ALGORITHM, use: 'sig' } as JWK;
}

/** Prefixes let the API tell tokens from others, and secret scanners recognise them. */
function prefixTokens({ AccessToken, ClientCredentials, RefreshToken }: Provider): void {
  for (const [Token, prefix] of [
    [AccessToken, ACCESS_TOKEN_PREFIX],
    [ClientCredentials, ACCESS_TOKEN_PREFIX],
    [RefreshToken, REFRESH_TOKEN_PREFIX],
  ] as const) {
    Object.assign(Token.prototype, {
      generateTokenId(this: { format: string }) {
        this.format = 'opaque';
        return newSecret(prefix);
      },
    });
  }
}

function isSame(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
