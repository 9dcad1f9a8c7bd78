import type { IdentityContext } from '#domain/identity/context.ts';
import type { Exchange, Form } from '#domain/identity/http/exchange.ts';
import { readForm, readJson } from '#domain/identity/http/form.ts';
import { IDENTITY_LIFESPANS } from '#domain/identity/limits.ts';
import { passwordFault } from '#domain/identity/password.ts';
import { resolveSettings } from '#domain/identity/settings.ts';
import type { Store } from '../store.ts';
import { currentSession, setCurrentSession } from '../tab.ts';
import { putIntoOutbox } from './data.ts';
import { memoryRows } from './rows.ts';
import { tokenize } from './tokens.ts';

const nothing = async () => undefined;
const none = async () => 0;

/** The identity service over rows in memory: without encryption, passkeys and limits. */
export function identityContext(store: Store, publicUrl: string): IdentityContext {
  const below = (limit: number) => {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    return random % limit;
  };
  const mac = (purpose: string, text: string) => purpose + text.replaceAll('-', '');
  return {
    rows: memoryRows(store),
    settings: resolveSettings({
      publicUrl,
      secrets: ['nothing is encrypted in the mocks'],
      secureCookies: false,
      lifespans: { idle: IDENTITY_LIFESPANS.session },
    }),
    clock: () => new Date(),
    log: { info: () => undefined, warn: () => undefined, error: console.error },
    mail: { send: async (mail) => putIntoOutbox(store.data.identity, mail) },
    throttle: { consume: nothing, count: none, read: none, refund: nothing, reset: nothing },
    waitingRoom: { wait: nothing },
    vault: {
      encrypt: (_purpose, text) => text,
      decrypt: (_purpose, sealed) => sealed,
      mac,
      macs: (purpose, text) => [mac(purpose, text)],
    },
    passwords: {
      hash: async (password) => password,
      verify: async (stored, password) => stored === password,
      isOutdated: () => false,
      // How easy it is to guess is left out: the dictionary is too large for the browser.
      faults: async (password, traits) => [passwordFault(password, traits) ?? []].flat(),
    },
    keys: undefined,
    random: {
      token: (prefix) => prefix + crypto.randomUUID(),
      code: (digits) => String(below(10 ** digits)).padStart(digits, '0'),
      below,
    },
    hash: (text) => text,
    sign: async ({ session }) => tokenize(session),
    announce: nothing,
  };
}

/** A request to the mocks. The world stands in for the browser's cookies. */
export function createExchange(
  store: Store,
  request: Request,
  { body, id, json }: { body: string; id: string; json: boolean },
): Exchange {
  const { headers } = request;
  const url = new URL(request.url);
  const own = () => store.data.identity;
  const bearer = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const isForm = headers.get('content-type')?.includes('x-www-form-urlencoded');
  let form: Form | undefined;
  const rotate = () => {
    own().csrf = crypto.randomUUID();
    return own().csrf;
  };
  const signIn = (token: string | undefined) => {
    const session = Object.values(own().sessions).find((s) => s.tokenHash === token);
    setCurrentSession(store, session?.id ?? null);
  };
  return {
    json: json || !(headers.get('accept') ?? '').includes('text/html'),
    url: request.url,
    ip: '127.0.0.1',
    network: '127.0.0.1',
    neighbourhood: '127.0.0.0',
    userAgent: 'Mock browser',
    fromBrowser: undefined,
    cookieToken: own().sessions[currentSession(store) ?? '']?.tokenHash,
    headerToken: headers.get('x-session-token') ?? bearer,
    get form() {
      form ??= readForm(isForm ? Object.fromEntries(new URLSearchParams(body)) : readJson(body));
      return form;
    },
    id,
    query: (name) => url.searchParams.get(name) || undefined,
    csrf: {
      hash: () => own().csrf,
      ensure: () => ({ hash: own().csrf, masked: own().csrf }),
      rotate,
      isValid: (masked) => masked === own().csrf,
    },
    setSessionCookie: signIn,
    clearSessionCookie: () => signIn(undefined),
    hasDevices: own().used_here.length > 0,
    deviceOf: (identityId) => own().used_here.find((one) => one === identityId),
    rememberDevice(identityId) {
      if (!own().used_here.includes(identityId)) own().used_here.push(identityId);
    },
    onGone: () => () => undefined,
  };
}
