import { isObject } from '#core/json/is-object.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { fetchOrRead } from './ory-keys.ts';
import { addressesOf, type OryOptions, withoutSlash } from './ory-verifier.ts';

/** What is checked: the settings, and whether the API accepts tokens at all. */
export interface OryCheckOptions extends OryOptions {
  method: 'jwt' | 'cookie';
  /** How long to wait for each response, in milliseconds. */
  timeoutMs: number;
}

/** Parameters of private keys. */
const PRIVATE = ['d', 'p', 'q', 'k'];
/** Keys of these types can verify signatures of the accepted algorithms. */
const KEY_TYPES = ['EC', 'OKP', 'RSA'];

/**
 * Checks whether an external identity service can be used as it is configured: its address, its keys, the issuer of its
 * tokens, and its admin API. The token template can't be checked without somebody's session, so what is wrong with it
 * is logged with the first token that is refused, and shown at sign-in.
 * @returns what to correct, in one sentence for the person who started the server; undefined if nothing
 */
export async function findMistake(options: OryCheckOptions): Promise<string | undefined> {
  const unreachable = await findOutage(options);
  if (unreachable) return unreachable;
  const mistake = options.method === 'jwt' ? await findIssuerMistake(options) : undefined;
  return mistake ?? findAdminMistake(options);
}

/**
 * Checks whether anybody can be identified at the moment: the identity service responds, and so do its keys.
 * @returns what is wrong, in one sentence; undefined if nothing
 */
export async function findOutage(options: OryCheckOptions): Promise<string | undefined> {
  const { base, jwksUrl } = addressesOf(options);
  const whoami = await ask(`${base}/sessions/whoami`, options);
  if (typeof whoami === 'string') return `IDENTITY_URL ${base} is unreachable (${whoami}).`;
  if (whoami.status !== 401)
    return `IDENTITY_URL ${base} responds to /sessions/whoami with ${whoami.status} instead of 401. Set it to the public address of Ory.`;
  if (options.method === 'cookie') return undefined;
  const keys = await ask(jwksUrl.href, options);
  const name = options.jwksUrl ? 'IDENTITY_JWKS_URL' : 'The default of IDENTITY_JWKS_URL';
  if (typeof keys === 'string') return `${name} ${jwksUrl.href} is unreachable (${keys}).`;
  const set = keys.status === 200 && isObject(keys.body) ? keys.body.keys : undefined;
  if (!Array.isArray(set))
    return `${name} ${jwksUrl.href} has no key set (status ${keys.status}). Kratos doesn't serve one: set IDENTITY_JWKS_URL to the public keys of its token template, see /docs/identity.`;
  const found = set.filter(isObject);
  if (found.some((key) => PRIVATE.some((name) => key[name] !== undefined)))
    return `${name} ${jwksUrl.href} shows private keys, so anybody can sign tokens. Replace these keys, and publish the public ones only.`;
  if (!found.some(({ kty }) => KEY_TYPES.includes(String(kty))))
    return `${name} ${jwksUrl.href} has no EC, OKP or RSA key.`;
  return undefined;
}

/** The addresses in a flow begin with Ory's own base URL, which is also the issuer of its tokens. */
async function findIssuerMistake(options: OryCheckOptions): Promise<string | undefined> {
  const { base, issuer } = addressesOf(options);
  const flow = await ask(`${base}/self-service/login/api`, options);
  if (typeof flow === 'string' || !isObject(flow.body) || !isObject(flow.body.ui)) return undefined;
  const own = /^(.+?)\/*\/self-service\//.exec(String(flow.body.ui.action))?.[1];
  if (own === undefined || own === issuer) return undefined;
  return options.issuer
    ? `IDENTITY_ISSUER is ${options.issuer}, but Ory's base URL and the issuer of its tokens is ${own}. Correct one of them.`
    : `Ory's base URL and the issuer of its tokens is ${own}, not ${base}. Set IDENTITY_ISSUER=${own}, or serve.public.base_url of Ory to ${base}.`;
}

async function findAdminMistake(options: OryCheckOptions): Promise<string | undefined> {
  const { adminUrl, adminToken } = options;
  if (!adminUrl) return undefined;
  const name = `IDENTITY_ADMIN_URL ${adminUrl}`;
  const headers = { ...(adminToken && { authorization: `Bearer ${adminToken}` }) };
  const url = `${withoutSlash(adminUrl)}/admin/sessions?page_size=1`;
  const found = await ask(url, options, headers);
  if (typeof found === 'string') return `${name} is unreachable (${found}).`;
  if (found.status === 200) return undefined;
  if (found.status === 401 || found.status === 403)
    return `${name} refuses the request. Correct IDENTITY_ADMIN_TOKEN.`;
  return `${name} responds to /admin/sessions with ${found.status}. Set it to the admin address of Ory.`;
}

/** A response, or why there is none. Bodies that aren't JSON are undefined. */
async function ask(
  url: string,
  { timeoutMs }: OryCheckOptions,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown } | string> {
  try {
    const response = await fetchOrRead(url, {
      headers: { ...headers, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: readJson(text) };
  } catch (error) {
    return whyUnreachable(error, timeoutMs);
  }
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function whyUnreachable(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`;
  const { cause } = error;
  const code =
    isObject(cause) || cause instanceof Error ? (cause as { code?: unknown }).code : null;
  return typeof code === 'string' ? code : error.message;
}
