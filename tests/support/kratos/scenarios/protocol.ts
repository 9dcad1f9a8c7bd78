import { TOTP } from 'otpauth';
import { inputValue } from '../browser.ts';
import type { Recorder } from '../recorder.ts';

const PASSWORD = 'lantern-orbit-velvet-93';
/** An id that nobody has. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

// biome-ignore lint/suspicious/noExplicitAny: scenarios read any part of an answer
type Body = any;

/** What these scenarios record with: every identity service and the mocks have it. */
export type ProtocolRecorder = Pick<Recorder, 'visitor' | 'email' | 'keep' | 'mailed'>;

/** A visitor whose named answers are kept. */
type Browser = ReturnType<typeof browserOf>;

interface Stage {
  browser: () => Browser;
  email: () => string;
  codeFor: (email: string) => Promise<string>;
}

/** Each scenario sends requests, some of which are noted under a name. */
const SCENARIOS: Record<string, (stage: Stage) => Promise<void>> = {
  async health({ browser }) {
    const { get } = browser();
    await get('/health/alive', 'alive');
    await get('/health/ready', 'ready');
    await get('/self-service/fed-cm/parameters', 'fed-cm parameters');
    await browser().post('/self-service/fed-cm/token', { token: 'x' }, 'fed-cm token');
    await get('/self-service/errors?id=stub:500', 'error stub');
    await get(`/self-service/errors?id=${NOBODY}`, 'unknown error');
    await get('/schemas/unknown', 'unknown schema');
  },

  async registration({ browser, email, codeFor }) {
    const visitor = browser();
    const flow = await visitor.get('/self-service/registration/browser', 'begin');
    await visitor.submit(flow, {}, 'no method');
    const traits = { email: email(), name: 'Ada' };
    await visitor.submit(flow, { method: 'profile', traits: { name: 'Ada' } }, 'no email');
    await visitor.submit(flow, { method: 'profile', traits }, 'step 2');
    await visitor.submit(flow, { method: 'profile', screen: 'previous', traits }, 'back');
    await visitor.submit(flow, { method: 'profile', traits }, 'step 2 again');
    await visitor.submit(flow, { method: 'password', traits, password: 'short' }, 'short password');
    const form = { method: 'password', traits, password: PASSWORD };
    const done = await visitor.submit(flow, form, 'done');
    await visitor.get(`/self-service/registration/flows?id=${flow.id}`, 'flow when done');
    await visitor.get('/self-service/registration/browser', 'begin while signed in');
    await verify(visitor, codeFor, done, traits.email);
    const other = browser();
    const second = await other.get('/self-service/registration/browser');
    await other.submit(second, { method: 'password', traits, password: PASSWORD }, 'duplicate');
    await other.get('/self-service/registration/browser?return_to=https://evil.example', 'return');
  },

  async 'native registration'({ browser, email }) {
    const { get, post } = browser();
    const flow = await get('/self-service/registration/api', 'begin');
    const traits = { email: email(), name: 'Ada' };
    await post(flow.ui.action, { method: 'password', traits, password: PASSWORD }, 'done');
  },

  async flows({ browser }) {
    const mine = browser();
    const { get, post } = browser();
    for (const kind of ['login', 'registration', 'recovery', 'verification']) {
      const flow = await mine.get(`/self-service/${kind}/browser`);
      await get(`/self-service/${kind}/flows?id=${flow.id}`, `${kind} of another browser`);
      await get(`/self-service/${kind}/flows?id=${NOBODY}`, `unknown ${kind}`);
      await get(`/self-service/${kind}/flows?id=x`, `malformed ${kind}`);
      const body = { method: kind === 'login' || kind === 'registration' ? 'password' : 'code' };
      const path = `/self-service/${kind}`;
      await post(`${path}?flow=${flow.id}`, body, `submit ${kind} of another browser`);
      await post(`${path}?flow=${NOBODY}`, body, `submit unknown ${kind}`);
      await post(`${path}?flow=x`, body, `submit malformed ${kind}`);
      await post(path, body, `submit ${kind} without id`);
    }
  },

  async login({ browser, email, codeFor }) {
    const person = await signUp(browser(), email());
    const visitor = browser();
    const flow = await visitor.get('/self-service/login/browser', 'begin');
    await visitor.submit(flow, {}, 'no method');
    const known = { method: 'password', identifier: person.email };
    await visitor.submit(flow, { ...known, password: 'wrong' }, 'wrong password');
    await visitor.get('/self-service/login/browser?aal=aal2', 'aal2 without session');
    await visitor.submit(flow, { ...known, password: PASSWORD }, 'done');
    await visitor.get(`/self-service/login/flows?id=${flow.id}`, 'flow when done');
    await visitor.get('/self-service/login/browser', 'begin while signed in');
    await visitor.get('/self-service/login/browser?refresh=true', 'refresh');
    await visitor.get('/self-service/login/browser?aal=aal2', 'aal2 without second factor');
    const coder = browser();
    const mailed = await coder.get('/self-service/login/browser');
    const identifier = person.email;
    await coder.submit(mailed, { method: 'code', identifier }, 'code sent');
    await coder.submit(mailed, { method: 'code', identifier, code: '000000' }, 'wrong code');
    const code = await codeFor(identifier);
    await coder.submit(mailed, { method: 'code', identifier, code }, 'right code');
  },

  async sessions({ browser, email }) {
    const { get, remove } = browser();
    await get('/sessions/whoami', 'whoami of nobody');
    await get('/sessions', 'list of nobody');
    await remove('/sessions', 'end all of nobody');
    await remove(`/sessions/${NOBODY}`, 'end one of nobody');
    const me = await signUp(browser(), email());
    const whoami = await me.browser.get('/sessions/whoami', 'whoami');
    await me.browser.get('/sessions/whoami?tokenize_as=nonsense', 'unknown template');
    await me.browser.get('/sessions', 'no others');
    await me.browser.remove(`/sessions/${NOBODY}`, 'end unknown');
    await me.browser.remove('/sessions/x', 'end malformed');
    await me.browser.remove(`/sessions/${whoami.id}`, 'end own');
    await signIn(browser(), me.email);
    const [listed] = await me.browser.get('/sessions', 'one other');
    await me.browser.remove(`/sessions/${listed?.id}`, 'end other');
    const alone = await signUp(browser(), email());
    await signIn(browser(), alone.email);
    await alone.browser.remove('/sessions', 'end all');
    await get('/self-service/logout/browser', 'logout of nobody');
    await me.browser.get('/self-service/logout/browser', 'logout');
    await me.browser.get('/self-service/logout?token=x', 'wrong logout token');
    const { logout_url } = await me.browser.get('/self-service/logout/browser');
    await me.browser.get(logout_url, 'logged out');
    await me.browser.get('/sessions/whoami', 'whoami after logout');
  },

  async verification({ browser, email, codeFor }) {
    const me = await signUp(browser(), email());
    const shown = me.answer.continue_with.find(
      ({ action }: Body) => action === 'show_verification_ui',
    );
    const flow = await me.browser.get(
      `/self-service/verification/flows?id=${shown.flow.id}`,
      'flow of registration',
    );
    await me.browser.submit(flow, { method: 'code', code: '000000' }, 'wrong code');
    const code = await codeFor(me.email);
    await me.browser.submit(flow, { method: 'code', code }, 'right code');
    await me.browser.get(`/self-service/verification/flows?id=${flow.id}`, 'flow when verified');
    await me.browser.submit(flow, { method: 'code', code }, 'used code');
    await me.browser.submit(flow, { method: 'code', email: me.email }, 'used flow');
    const visitor = browser();
    const begun = await visitor.get('/self-service/verification/browser', 'begin');
    await visitor.submit(begun, { method: 'code' }, 'no email');
    await visitor.submit(begun, { method: 'code', email: 'nobody@example.com' }, 'sent');
  },

  async recovery({ browser, email, codeFor }) {
    const { email: address } = await signUp(browser(), email());
    const visitor = browser();
    const flow = await visitor.get('/self-service/recovery/browser', 'begin');
    await visitor.submit(flow, { method: 'code' }, 'no email');
    await visitor.submit(flow, { method: 'code', email: address }, 'sent');
    await visitor.submit(flow, { method: 'code', code: '000000' }, 'wrong code');
    const code = await codeFor(address);
    await visitor.submit(flow, { method: 'code', code }, 'right code');
    await visitor.submit(flow, { method: 'code', code }, 'used code');
    await visitor.get('/sessions/whoami', 'whoami');
  },

  async settings({ browser, email }) {
    const nobody = browser();
    await nobody.get('/self-service/settings/browser', 'begin as nobody');
    await nobody.get(`/self-service/settings/flows?id=${NOBODY}`, 'unknown as nobody');
    const me = await signUp(browser(), email());
    const begin = () => me.browser.get('/self-service/settings/browser');
    const flow = await me.browser.get('/self-service/settings/browser', 'begin');
    await me.browser.get(`/self-service/settings/flows?id=${NOBODY}`, 'unknown');
    const traits = { email: me.email, name: 'Ada Lovelace' };
    const wrong = { ...traits, email: 'x' };
    await me.browser.submit(await begin(), {}, 'no method');
    await me.browser.submit(await begin(), { method: 'profile', traits: wrong }, 'email');
    await me.browser.submit(await begin(), { method: 'password', password: 'x' }, 'short password');
    await me.browser.submit(flow, { method: 'profile', traits }, 'profile');
    const password = `${PASSWORD}!`;
    await me.browser.submit(await begin(), { method: 'password', password }, 'password');
    await me.browser.get(`/self-service/settings/flows?id=${flow.id}`, 'flow when saved');
    const other = await signUp(browser(), email());
    await other.browser.get(`/self-service/settings/flows?id=${flow.id}`, 'flow of another');
    const own = await other.browser.get('/self-service/settings/browser');
    const theirs = { ...own, ui: { ...own.ui, action: flow.ui.action } };
    await other.browser.submit(theirs, { method: 'profile', traits }, 'submit flow of another');
  },

  async 'authenticator app'({ browser, email }) {
    const me = await signUp(browser(), email());
    const flow = await me.browser.get('/self-service/settings/browser');
    await me.browser.submit(flow, { method: 'totp', totp_unlink: true }, 'unlink none');
    await me.browser.submit(flow, { method: 'totp', totp_code: '000000' }, 'wrong code');
    const totp = totpOf(flow);
    await me.browser.submit(flow, { method: 'totp', totp_code: totp.generate() }, 'linked');
    await me.browser.get('/sessions/whoami', 'whoami');
    const visitor = browser();
    const login = await visitor.get('/self-service/login/browser');
    const known = { method: 'password', identifier: me.email, password: PASSWORD };
    await visitor.submit(login, known, 'sign-in');
    await visitor.get('/sessions/whoami', 'whoami without second factor');
    const second = await visitor.get('/self-service/login/browser?aal=aal2', 'second factor');
    await visitor.submit(second, { method: 'totp', totp_code: '000000' }, 'second factor wrong');
    await visitor.submit(second, { method: 'lookup_secret', lookup_secret: 'x' }, 'no codes');
    const linked = await me.browser.get('/self-service/settings/browser', 'form with app');
    await me.browser.submit(linked, { method: 'totp', totp_unlink: true }, 'unlinked');
  },

  async 'backup codes'({ browser, email }) {
    const me = await signUp(browser(), email());
    const begin = () => me.browser.get('/self-service/settings/browser');
    const change = async (field: string, name: string, flow?: Body) =>
      me.browser.submit(flow ?? (await begin()), { method: 'lookup_secret', [field]: true }, name);
    await change('lookup_secret_reveal', 'reveal none');
    await change('lookup_secret_confirm', 'confirm none');
    await change('lookup_secret_disable', 'disable none');
    const flow = await begin();
    const shown = await change('lookup_secret_regenerate', 'generated', flow);
    await change('lookup_secret_confirm', 'confirmed', flow);
    const fresh = await me.browser.get('/self-service/settings/browser', 'form with codes');
    await me.browser.submit(
      fresh,
      { method: 'lookup_secret', lookup_secret_reveal: true },
      'revealed',
    );
    const visitor = browser();
    const login = await visitor.get('/self-service/login/browser');
    const known = { method: 'password', identifier: me.email, password: PASSWORD };
    await visitor.submit(login, known);
    const second = await visitor.get('/self-service/login/browser?aal=aal2', 'second factor');
    const [first] = secretsOf(shown);
    const using = { method: 'lookup_secret', lookup_secret: first };
    await visitor.submit(second, { ...using, lookup_secret: 'wrong' }, 'wrong backup code');
    await visitor.submit(second, using, 'backup code used');
    const again = await visitor.get('/self-service/settings/browser');
    await visitor.submit(
      again,
      { method: 'lookup_secret', lookup_secret_reveal: true },
      'one used',
    );
    await visitor.submit(
      again,
      { method: 'lookup_secret', lookup_secret_disable: true },
      'disabled',
    );
  },
};

/**
 * Every part of the protocol. The settings are those at `/docs/identity`.
 * @throws if an answer lacks what the next request needs
 */
export async function protocol(recorder: ProtocolRecorder): Promise<void> {
  const { email, mailed } = recorder;
  const codeFor = (address: string) => mailed(address, /\b\d{6}\b/);
  for (const [scenario, run] of Object.entries(SCENARIOS))
    await run({ browser: () => browserOf(recorder, scenario), email, codeFor });
}

function browserOf({ visitor, keep }: ProtocolRecorder, scenario: string) {
  const { call } = visitor();
  async function send(method: string, path: string, body?: object, name?: string): Promise<Body> {
    const answer = await call(method, path, body);
    if (name) keep(`${scenario}: ${name}`, answer);
    return answer.body;
  }
  return {
    get: (path: string, name?: string) => send('GET', path, undefined, name),
    remove: (path: string, name?: string) => send('DELETE', path, undefined, name),
    post: (path: string, body: object, name?: string) => send('POST', path, body, name),
    /** Submits a flow with its CSRF token. */
    submit: (flow: Body, body: object, name?: string) =>
      send('POST', flow.ui.action, { csrf_token: inputValue(flow, 'csrf_token'), ...body }, name),
  };
}

async function signUp(browser: Browser, email: string) {
  const flow = await browser.get('/self-service/registration/browser');
  const traits = { email, name: 'Ada' };
  const answer = await browser.submit(flow, { method: 'password', traits, password: PASSWORD });
  return { browser, email, answer };
}

async function verify(browser: Browser, codeFor: Stage['codeFor'], done: Body, email: string) {
  const shown = done.continue_with.find(({ action }: Body) => action === 'show_verification_ui');
  const flow = await browser.get(`/self-service/verification/flows?id=${shown.flow.id}`);
  await browser.submit(flow, { method: 'code', code: await codeFor(email) });
}

async function signIn(browser: Browser, identifier: string): Promise<void> {
  const flow = await browser.get('/self-service/login/browser');
  await browser.submit(flow, { method: 'password', identifier, password: PASSWORD });
}

function nodeOf(flow: Body, id: string): Body {
  return flow.ui.nodes.find(({ attributes }: Body) => attributes.id === id)?.attributes;
}

function totpOf(flow: Body): TOTP {
  return new TOTP({ secret: nodeOf(flow, 'totp_secret_key').text.context.secret });
}

function secretsOf(flow: Body): string[] {
  const { secrets } = nodeOf(flow, 'lookup_secret_codes').text.context;
  return secrets.map(({ context }: Body) => context.secret);
}
