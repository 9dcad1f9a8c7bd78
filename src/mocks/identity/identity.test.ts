import type { UiNode, UiNodeInputAttributes, UiText } from '@ory/client';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../seed/people.ts';
import { type Bench, createBench } from '../testing.ts';

interface Flow {
  id: string;
  state: string;
  ui: { action: string; nodes: UiNode[]; messages?: UiText[] };
  [field: string]: unknown;
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever an answer holds
type Any = any;

let bench: Bench;
beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
  bench = createBench({ persona: 'signed-out' });
});

const get = async (path: string) => {
  const response = await bench.send('GET', `/identity${path}`);
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Any };
};
const begin = async (kind: string, query = '') =>
  (await get(`/self-service/${kind}/browser${query}`)).body as Flow;
const submit = async (flow: Flow, values: Record<string, unknown>) => {
  const csrf = attributesOf(flow, 'csrf_token')?.value;
  const path = new URL(flow.ui.action).pathname + new URL(flow.ui.action).search;
  const response = await bench.send('POST', path, { body: { csrf_token: csrf, ...values } });
  return { status: response.status, body: (await response.json()) as Any };
};
const attributesOf = (flow: Flow, name: string) =>
  flow.ui.nodes.map((n) => n.attributes).find((a) => a.node_type === 'input' && a.name === name) as
    | UiNodeInputAttributes
    | undefined;
const names = (flow: Flow) =>
  flow.ui.nodes.flatMap((n) => (n.attributes.node_type === 'input' ? [n.attributes.name] : []));
const ids = (flow: Flow) => flow.ui.messages?.map((m) => m.id) ?? [];
const lastMail = () => bench.store.data.identity.outbox.at(-1);
const signIn = async (identifier = 'ada@example.com', password = PASSWORD) =>
  submit(await begin('login'), { method: 'password', identifier, password });

describe('login', () => {
  it('signs in with a password, and the API takes the token', async () => {
    expect((await get('/sessions/whoami')).status).toBe(401);
    const { status, body } = await signIn(' ADA@example.com');
    expect(status).toBe(200);
    expect(body.continue_with[0].action).toBe('redirect_browser_to');
    const who = await get('/sessions/whoami?tokenize_as=taskloom');
    expect(who.body.identity.traits.email).toBe('ada@example.com');
    const headers = { authorization: `Bearer ${who.body.tokenized}` };
    const user = await bench.send('GET', '/api/v1/user', { headers });
    expect(await user.json()).toMatchObject({ name: 'Ada Lovelace' });
    expect((await get('/sessions/whoami?tokenize_as=other')).status).toBe(400);
  });

  it('says the same of a wrong password and an unknown person', async () => {
    const wrong = await signIn('ada@example.com', 'no');
    const unknown = await signIn('nobody@example.com', 'no');
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    expect([ids(wrong.body), ids(unknown.body)]).toEqual([[4000006], [4000006]]);
  });

  it('names the fields that are missing, keeps what was typed', async () => {
    const { body } = await submit(await begin('login'), { method: 'password', identifier: 'x' });
    const password = body.ui.nodes.find((n: Any) => n.attributes.name === 'password');
    expect(password.messages[0].id).toBe(4000002);
    expect(attributesOf(body, 'identifier')?.value).toBe('x');
  });

  it('signs in with a mailed code; a sent code answers 400 with the flow', async () => {
    const sent = await submit(await begin('login'), {
      method: 'code',
      identifier: 'ada@example.com',
    });
    expect([sent.status, sent.body.state, ids(sent.body)]).toEqual([400, 'sent_email', [1010014]]);
    const wrong = await submit(sent.body, { method: 'code', code: '000000' });
    expect([wrong.status, ids(wrong.body)]).toEqual([400, [4010008]]);
    const right = await submit(wrong.body, { method: 'code', code: lastMail()?.code });
    expect(right.status).toBe(200);
  });

  it('refuses a form without its CSRF token, unknown flows, and who is signed in already', async () => {
    const flow = await begin('login');
    expect((await submit(flow, { csrf_token: 'x', method: 'password' })).body.error.id).toBe(
      'security_csrf_violation',
    );
    expect((await get('/self-service/login/flows?id=nope')).status).toBe(404);
    expect((await get(`/self-service/login/flows?id=${flow.id}`)).body.id).toBe(flow.id);
    await signIn();
    const again = await get('/self-service/login/browser');
    expect([again.status, again.body.error.id]).toEqual([400, 'session_already_available']);
    expect((await get('/self-service/login/browser?refresh=true')).body.refresh).toBe(true);
  });

  it('forbids to be sent to another site', async () => {
    const evil = await get('/self-service/login/browser?return_to=https://evil.example/');
    expect(evil.body.error.id).toBe('self_service_flow_return_to_forbidden');
  });

  it('ends an old flow', async () => {
    const flow = await begin('login');
    const stored = bench.store.data.identity.flows[flow.id];
    if (stored) stored.expires_at = new Date(0).toISOString();
    expect((await get(`/self-service/login/flows?id=${flow.id}`)).status).toBe(410);
  });
});

describe('registration', () => {
  const traits = { email: 'new@example.com', name: 'New Person' };
  const register = async (values: object) =>
    submit(await begin('registration'), {
      method: 'password',
      traits,
      password: 'long enough',
      ...values,
    });

  it('signs the new person in, with an organisation, a project and the free credit', async () => {
    const { status, body } = await register({});
    expect(status).toBe(200);
    const [show] = body.continue_with;
    expect(show.action).toBe('show_verification_ui');
    const who = await get('/sessions/whoami?tokenize_as=taskloom');
    const headers = { authorization: `Bearer ${who.body.tokenized}` };
    const orgs = (await (await bench.send('GET', '/api/v1/org', { headers })).json()) as Any;
    expect(orgs.results.map((o: Any) => o.name)).toEqual(["New Person's organisation"]);
    const org = orgs.results[0].id;
    const balance = await bench.send('GET', `/api/v1/org/${org}/balance`, { headers });
    expect(await balance.json()).toMatchObject({ balance: 5_000_000 });
    const projects = await bench.send('GET', `/api/v1/org/${org}/project`, { headers });
    expect(((await projects.json()) as Any).results[0].name).toBe('My first project');

    const flow = (await get(`/self-service/verification/flows?id=${show.flow.id}`)).body as Flow;
    const wrong = await submit(flow, { method: 'code', code: '1' });
    expect([wrong.status, ids(wrong.body)]).toEqual([200, [4070006]]);
    const done = await submit(flow, { method: 'code', code: lastMail()?.code });
    expect([done.body.state, ids(done.body)]).toEqual(['passed_challenge', [1080002]]);
    const again = await get('/sessions/whoami');
    expect(again.body.identity.verifiable_addresses[0].verified).toBe(true);
  });

  it('refuses what is missing, wrong or taken', async () => {
    const messageOf = ({ body }: { body: Any }, name: string) =>
      body.ui.nodes.find((n: Any) => n.attributes.name === name).messages[0]?.id;
    expect(messageOf(await register({ traits: { email: 'x', name: 'a' } }), 'traits.email')).toBe(
      4000040,
    );
    expect(messageOf(await register({ traits: { email: '', name: '' } }), 'traits.name')).toBe(
      4000002,
    );
    expect(messageOf(await register({ password: 'short' }), 'password')).toBe(4000032);
    expect(ids((await register({ traits: { email: 'Ada@example.com', name: 'a' } })).body)).toEqual(
      [4000007],
    );
  });
});

describe('recovery', () => {
  it('answers the same for unknown addresses, and lets the right code in', async () => {
    const unknown = await submit(await begin('recovery'), {
      method: 'code',
      email: 'x@example.com',
    });
    const known = await submit(await begin('recovery'), {
      method: 'code',
      email: 'ada@example.com',
    });
    expect([unknown.status, ids(unknown.body)]).toEqual([known.status, ids(known.body)]);
    expect(bench.store.data.identity.outbox).toHaveLength(1);
    const wrong = await submit(known.body, { method: 'code', code: '000000' });
    expect([wrong.status, ids(wrong.body)]).toEqual([200, [4060006]]);
    const { body } = await submit(known.body, { method: 'code', code: lastMail()?.code });
    expect(body.state).toBe('passed_challenge');
    const settings = (await get(`/self-service/settings/flows?id=${body.continue_with[0].flow.id}`))
      .body;
    expect(ids(settings)).toEqual([1060001]);
    const saved = await submit(settings, { method: 'password', password: 'a new password' });
    expect([saved.body.state, ids(saved.body)]).toEqual(['success', [1050001]]);
  });

  it('replaces the flow after too many attempts', async () => {
    const { body } = await submit(await begin('recovery'), {
      method: 'code',
      email: 'ada@example.com',
    });
    for (let i = 0; i < 5; i += 1) await submit(body, { method: 'code', code: '000000' });
    const sixth = await submit(body, { method: 'code', code: lastMail()?.code });
    expect([sixth.status, sixth.body.error.id]).toEqual([410, 'self_service_flow_replaced']);
    expect((await get(`/self-service/recovery/flows?id=${sixth.body.use_flow_id}`)).status).toBe(
      200,
    );
  });
});

describe('settings', () => {
  it('need somebody who is signed in', async () => {
    const { status, body } = await get('/self-service/settings/browser');
    expect([status, body.error.id]).toEqual([401, 'session_inactive']);
  });

  it('change the profile', async () => {
    await signIn();
    const saved = await submit(await begin('settings'), {
      method: 'profile',
      traits: { email: 'ada@example.com', name: 'Ada King' },
    });
    expect(saved.body.identity.traits.name).toBe('Ada King');
    const empty = await submit(saved.body, { method: 'profile', 'traits.name': '' });
    expect(empty.status).toBe(400);
  });

  it('change the password, and end all other sessions', async () => {
    await signIn();
    const same = await submit(await begin('settings'), { method: 'password', password: PASSWORD });
    expect(same.status).toBe(400);
    expect((await get('/sessions')).body).toHaveLength(1);
    await submit(same.body, { method: 'password', password: 'another password' });
    expect((await get('/sessions')).body).toHaveLength(0);
  });

  it('link an authenticator app, which is asked for from then on', async () => {
    await signIn();
    const flow = await begin('settings');
    const secretNode = flow.ui.nodes.find((n) => n.attributes.node_type === 'text');
    const { secret } = (secretNode as Any).attributes.text.context;
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await submit(flow, { method: 'totp', totp_code: '000' })).status).toBe(400);
    const linked = await submit(flow, { method: 'totp', totp_code: code() });
    expect(names(linked.body)).toContain('totp_unlink');
    await logout();

    const first = await signIn();
    expect([first.status, first.body.error.id]).toEqual([422, 'browser_location_change_required']);
    expect((await get('/sessions/whoami')).body.error.id).toBe('session_aal2_required');
    const second = await begin('login', '?aal=aal2');
    expect((await submit(second, { method: 'totp', totp_code: '000000' })).status).toBe(400);
    expect((await submit(second, { method: 'totp', totp_code: code() })).status).toBe(200);
    expect((await get('/sessions/whoami')).body.authenticator_assurance_level).toBe('aal2');
    const unlinked = await submit(await begin('settings'), { totp_unlink: 'true' });
    expect(names(unlinked.body)).toContain('totp_code');
  });

  it('give backup codes, of which each works once', async () => {
    await signIn();
    const shown = await submit(await begin('settings'), { lookup_secret_regenerate: 'true' });
    expect([shown.body.state, ids(shown.body)]).toEqual(['show_form', []]);
    const text = shown.body.ui.nodes.find((n: Any) => n.attributes.id === 'lookup_secret_codes');
    const secrets = text.attributes.text.context.secrets.map((s: Any) => s.context.secret);
    expect(secrets).toHaveLength(12);
    await submit(shown.body, { lookup_secret_confirm: 'true' });
    for (const expected of [200, 400]) {
      await logout();
      await signIn();
      const flow = await begin('login', '?aal=aal2');
      const used = await submit(flow, { method: 'lookup_secret', lookup_secret: secrets[0] });
      expect(used.status).toBe(expected);
    }
  });

  it('ask to sign in again when that was long ago', async () => {
    await signIn();
    const flow = await begin('settings');
    const session = bench.store.data.identity.sessions[bench.store.data.identity.current ?? ''];
    if (session) session.authenticated_at = new Date(0).toISOString();
    const { status, body } = await submit(flow, {
      method: 'password',
      password: 'another password',
    });
    expect([status, body.error.id]).toEqual([403, 'session_refresh_required']);
    expect(body.redirect_browser_to).toContain('refresh=true');
  });
});

describe('sessions', () => {
  it('are listed without one’s own, and ended', async () => {
    await signIn();
    const [other] = (await get('/sessions')).body;
    const ended = await bench.send('DELETE', `/identity/sessions/${other.id}`);
    expect(ended.status).toBe(204);
    const rest = await bench.send('DELETE', '/identity/sessions');
    expect(await rest.json()).toEqual({ count: 0 });
  });

  it('of native clients have their own token', async () => {
    const flow = (await get('/self-service/login/api')).body as Flow;
    expect(names(flow)).not.toContain('csrf_token');
    const { body } = await submit(flow, {
      method: 'password',
      identifier: 'ada@example.com',
      password: PASSWORD,
    });
    const headers = { 'x-session-token': body.session_token };
    expect((await bench.send('GET', '/identity/sessions/whoami', { headers })).status).toBe(200);
    expect((await get('/sessions/whoami')).status).toBe(401);
    const out = { method: 'DELETE', body: { session_token: body.session_token } };
    expect(
      (await bench.send(out.method, '/identity/self-service/logout/api', { body: out.body }))
        .status,
    ).toBe(204);
    expect((await bench.send('GET', '/identity/sessions/whoami', { headers })).status).toBe(401);
  });
});

it('shows the mails to who asks', async () => {
  await submit(await begin('recovery'), { method: 'code', email: 'ada@example.com' });
  const mails = await bench.send('GET', '/outbox', { headers: { accept: 'application/json' } });
  expect(await mails.json()).toMatchObject([{ to: 'ada@example.com', code: lastMail()?.code }]);
});

async function logout() {
  const { body } = await get('/self-service/logout/browser');
  expect((await get('/self-service/logout?token=wrong')).status).toBe(403);
  expect((await get(`/self-service/logout?token=${body.logout_token}`)).status).toBe(204);
}
