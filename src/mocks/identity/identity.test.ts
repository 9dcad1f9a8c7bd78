import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, SQUATTED_EMAIL } from '../seed/people.ts';
import {
  type Any,
  attributesOf,
  createVisitor,
  type Flow,
  inputNames,
  messageIds,
  type Visitor,
} from './testing-visitor.ts';

let visitor: Visitor;
beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
  visitor = createVisitor();
});

describe('login', () => {
  it('signs in with a password, and the API accepts the token', async () => {
    expect((await visitor.get('/sessions/whoami')).status).toBe(401);
    const { status, body } = await visitor.signIn(' ADA@example.com');
    expect(status).toBe(200);
    expect(body.continue_with[0].action).toBe('redirect_browser_to');
    const who = await visitor.get('/sessions/whoami?tokenize_as=taskloom');
    expect(who.body.identity.traits.email).toBe('ada@example.com');
    const headers = { authorization: `Bearer ${who.body.tokenized}` };
    const user = await visitor.bench.send('GET', '/api/v1/user', { headers });
    expect(await user.json()).toMatchObject({ name: 'Ada Lovelace' });
    expect((await visitor.get('/sessions/whoami?tokenize_as=other')).status).toBe(400);
  });

  it('responds the same to a wrong password and an unknown person', async () => {
    const wrong = await visitor.signIn('ada@example.com', 'no');
    const unknown = await visitor.signIn('nobody@example.com', 'no');
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    expect([messageIds(wrong.body), messageIds(unknown.body)]).toEqual([[4000006], [4000006]]);
  });

  it('reports missing fields and keeps the typed values', async () => {
    const { body } = await visitor.submit(await visitor.begin('login'), {
      method: 'password',
      identifier: 'x',
    });
    const password = body.ui.nodes.find((n: Any) => n.attributes.name === 'password');
    expect(password.messages[0].id).toBe(4000002);
    expect(attributesOf(body, 'identifier')?.value).toBe('x');
  });

  it('signs in with an emailed code; sending a code responds with 400 and the flow', async () => {
    const sent = await visitor.submit(await visitor.begin('login'), {
      method: 'code',
      identifier: 'ada@example.com',
    });
    expect([sent.status, sent.body.state, messageIds(sent.body)]).toEqual([
      400,
      'sent_email',
      [1010014],
    ]);
    const wrong = await visitor.submit(sent.body, { method: 'code', code: '000000' });
    expect([wrong.status, messageIds(wrong.body)]).toEqual([400, [4010008]]);
    const right = await visitor.submit(wrong.body, { method: 'code', code: visitor.lastCode() });
    expect(right.status).toBe(200);
  });

  it('rejects a form without its CSRF token, an unknown flow, and a person who is already signed in', async () => {
    const flow = await visitor.begin('login');
    expect(
      (await visitor.submit(flow, { csrf_token: 'x', method: 'password' })).body.error.id,
    ).toBe('security_csrf_violation');
    expect((await visitor.get('/self-service/login/flows?id=nope')).status).toBe(404);
    expect((await visitor.get(`/self-service/login/flows?id=${flow.id}`)).body.id).toBe(flow.id);
    await visitor.signIn();
    const again = await visitor.get('/self-service/login/browser');
    expect([again.status, again.body.error.id]).toEqual([400, 'session_already_available']);
    expect((await visitor.get('/self-service/login/browser?refresh=true')).body.refresh).toBe(true);
  });

  it('rejects a redirect to another site', async () => {
    const evil = await visitor.get('/self-service/login/browser?return_to=https://evil.example/');
    expect(evil.body.error.id).toBe('self_service_flow_return_to_forbidden');
  });

  it('expires an old flow', async () => {
    const flow = await visitor.begin('login');
    const stored = visitor.bench.store.data.identity.flows[flow.id];
    if (stored) stored.expiresAt = new Date(0);
    expect((await visitor.get(`/self-service/login/flows?id=${flow.id}`)).status).toBe(410);
  });
});

describe('registration', () => {
  const traits = { email: 'new@example.com', name: 'New Person' };
  const register = async (values: object) =>
    visitor.submit(await visitor.begin('registration'), {
      method: 'password',
      traits,
      password: 'long enough',
      ...values,
    });

  it('signs the new person in, with an organisation, a project and the free credit', async () => {
    const { status, body } = await register({});
    expect(status).toBe(200);
    const show = body.continue_with.at(-1);
    expect(show.action).toBe('show_verification_ui');
    const who = await visitor.get('/sessions/whoami?tokenize_as=taskloom');
    const headers = { authorization: `Bearer ${who.body.tokenized}` };
    const orgs = (await (
      await visitor.bench.send('GET', '/api/v1/org', { headers })
    ).json()) as Any;
    expect(orgs.results.map((o: Any) => o.name)).toEqual(["New Person's organisation"]);
    const org = orgs.results[0].id;
    const balance = await visitor.bench.send('GET', `/api/v1/org/${org}/balance`, { headers });
    expect(await balance.json()).toMatchObject({ balance: 5_000_000 });
    const projects = await visitor.bench.send('GET', `/api/v1/org/${org}/project`, { headers });
    expect(((await projects.json()) as Any).results[0].name).toBe('My first project');

    const flow = (await visitor.get(`/self-service/verification/flows?id=${show.flow.id}`))
      .body as Flow;
    const wrong = await visitor.submit(flow, { method: 'code', code: '1' });
    expect([wrong.status, messageIds(wrong.body)]).toEqual([200, [4070006]]);
    const done = await visitor.submit(flow, { method: 'code', code: visitor.lastCode() });
    expect([done.body.state, messageIds(done.body)]).toEqual(['passed_challenge', [1080002]]);
    const again = await visitor.get('/sessions/whoami');
    expect(again.body.identity.verifiable_addresses[0].verified).toBe(true);
  });

  it.each([
    ['?return_to=/a&after_verification_return_to=/b', '/b'],
    ['?after_verification_return_to=/b', '/b'],
    ['?return_to=/a', '/a'],
    ['?return_to=/a&after_verification_return_to=https://evil.example/b', '/a'],
  ])('started with %s, leads to %s after verification', async (query, path) => {
    const traits = { email: 'lin@example.com', name: 'Lin' };
    const form = { method: 'password', traits, password: 'lantern-orbit-velvet-93' };
    const { body } = await visitor.submit(await visitor.begin('registration', query), form);
    const [show] = body.continue_with.slice(-1);
    const flow = await visitor.get(`/self-service/verification/flows?id=${show.flow.id}`);
    expect(new URL(flow.body.return_to, 'http://localhost').pathname).toBe(path);
    const values = { method: 'code', code: visitor.lastCode() };
    const done = (await visitor.submit(flow.body, values)).body;
    const link = done.ui.nodes.find((node: Any) => node.type === 'a');
    expect(new URL(link.attributes.href, 'http://localhost').pathname).toBe(path);
  });

  it('asks for a code when the address is taken but unverified; whoever has the code gets the address', async () => {
    const traits = { email: 'taken@example.com', name: 'Squatter' };
    await register({ traits });
    await visitor.logout();
    const flow = await visitor.begin('registration');
    const password = 'harbour-violet-engine-17';
    const fields = { method: 'password', password, traits: { ...traits, name: 'Owner' } };
    const { status, body } = await visitor.submit(flow, fields);
    expect([status, body.state, messageIds(body)]).toEqual([400, 'sent_email', [1040005]]);
    expect(inputNames(body)).toContain('code');
    const wrong = await visitor.submit(flow, { method: 'code', code: '1' });
    expect([wrong.status, messageIds(wrong.body)]).toEqual([400, [4040003]]);
    const done = await visitor.submit(flow, { method: 'code', code: visitor.lastCode() });
    expect([done.status, done.body.identity.traits.name]).toEqual([200, 'Owner']);
    await visitor.logout();
    expect((await visitor.signIn(traits.email, password)).status).toBe(200);
  });

  it('rejects missing, invalid and taken values', async () => {
    const messageOf = ({ body }: { body: Any }, name: string) =>
      body.ui.nodes.find((n: Any) => n.attributes.name === name).messages[0]?.id;
    expect(messageOf(await register({ traits: { email: 'x', name: 'a' } }), 'traits.email')).toBe(
      4000040,
    );
    expect(messageOf(await register({ traits: { email: '', name: '' } }), 'traits.name')).toBe(
      4000002,
    );
    expect(messageOf(await register({ password: 'short' }), 'password')).toBe(4000032);
    expect(
      messageIds((await register({ traits: { email: 'Ada@example.com', name: 'a' } })).body),
    ).toEqual([4000007]);
  });
});

describe('recovery', () => {
  it('responds the same to unknown addresses, and accepts the right code', async () => {
    const unknown = await visitor.submit(await visitor.begin('recovery'), {
      method: 'code',
      email: 'x@example.com',
    });
    const known = await visitor.submit(await visitor.begin('recovery'), {
      method: 'code',
      email: 'ada@example.com',
    });
    expect([unknown.status, messageIds(unknown.body)]).toEqual([
      known.status,
      messageIds(known.body),
    ]);
    expect(visitor.bench.store.data.identity.outbox).toHaveLength(1);
    const wrong = await visitor.submit(known.body, { method: 'code', code: '000000' });
    expect([wrong.status, messageIds(wrong.body)]).toEqual([200, [4060006]]);
    const { body } = await visitor.submit(known.body, { method: 'code', code: visitor.lastCode() });
    expect(body.state).toBe('passed_challenge');
    const settings = (
      await visitor.get(`/self-service/settings/flows?id=${body.continue_with[0].flow.id}`)
    ).body;
    expect(messageIds(settings)).toEqual([1060001]);
    const saved = await visitor.submit(settings, {
      method: 'password',
      password: 'a new password',
    });
    expect([saved.body.state, messageIds(saved.body)]).toEqual(['success', [1050001]]);
  });

  it('starts anew after too many attempts', async () => {
    const { body } = await visitor.submit(await visitor.begin('recovery'), {
      method: 'code',
      email: 'ada@example.com',
    });
    for (let i = 0; i < 5; i += 1) await visitor.submit(body, { method: 'code', code: '000000' });
    const sixth = await visitor.submit(body, { method: 'code', code: visitor.lastCode() });
    const [next] = sixth.body.error.details.continue_with;
    expect([sixth.status, next.action]).toEqual([400, 'show_recovery_ui']);
    expect((await visitor.get(`/self-service/recovery/flows?id=${next.flow.id}`)).status).toBe(200);
  });
});

describe('sessions', () => {
  it('end on logout, which requires the token', async () => {
    await visitor.signIn();
    const { body } = await visitor.get('/self-service/logout/browser');
    expect((await visitor.get('/self-service/logout?token=wrong')).status).toBe(403);
    const path = `/self-service/logout?token=${body.logout_token}`;
    expect((await visitor.get(path)).status).toBe(204);
    expect((await visitor.get('/sessions/whoami')).status).toBe(401);
  });

  it('are listed without the current one, and can be revoked', async () => {
    await visitor.signIn();
    const [other] = (await visitor.get('/sessions')).body;
    const ended = await visitor.bench.send('DELETE', `/identity/sessions/${other.id}`);
    expect(ended.status).toBe(204);
    const rest = await visitor.bench.send('DELETE', '/identity/sessions');
    expect(await rest.json()).toEqual({ count: 0 });
  });

  it('of native clients have a token', async () => {
    const flow = (await visitor.get('/self-service/login/api')).body as Flow;
    expect(attributesOf(flow, 'csrf_token')?.value).toBe('');
    const { body } = await visitor.submit(flow, {
      method: 'password',
      identifier: 'ada@example.com',
      password: PASSWORD,
    });
    const headers = { 'x-session-token': body.session_token };
    expect((await visitor.bench.send('GET', '/identity/sessions/whoami', { headers })).status).toBe(
      200,
    );
    expect((await visitor.get('/sessions/whoami')).status).toBe(401);
    const out = { method: 'DELETE', body: { session_token: body.session_token } };
    expect(
      (
        await visitor.bench.send(out.method, '/identity/self-service/logout/api', {
          body: out.body,
        })
      ).status,
    ).toBe(204);
    expect((await visitor.bench.send('GET', '/identity/sessions/whoami', { headers })).status).toBe(
      401,
    );
  });
});

it('lists the emails', async () => {
  await visitor.submit(await visitor.begin('recovery'), {
    method: 'code',
    email: 'ada@example.com',
  });
  const mails = await visitor.bench.send('GET', '/outbox', {
    headers: { accept: 'application/json' },
  });
  expect(await mails.json()).toMatchObject([{ to: 'ada@example.com', code: visitor.lastCode() }]);
});

describe('an address that somebody else has signed up with', () => {
  const email = SQUATTED_EMAIL;
  const squatter = () =>
    Object.values(visitor.bench.store.data.identity.identities).find((one) => one.email === email);
  const asked = async (kind: string, values: object) => {
    const { body } = await visitor.submit(await visitor.begin(kind), { method: 'code', ...values });
    const code = { method: 'code', code: visitor.lastCode() };
    return (await visitor.submit(body, code)).body;
  };

  it('is verified only if they say that it was them', async () => {
    const flow = await asked('verification', { email });
    expect([flow.state, messageIds(flow)]).toEqual(['choose_method', [1080901]]);
    expect(inputNames(flow).filter((name) => name === 'signed_up')).toHaveLength(2);
    expect(squatter()?.verifiedAt).toBeNull();
    const done = await visitor.submit(flow, { method: 'code', signed_up: 'yes' });
    expect([done.body.state, messageIds(done.body)]).toEqual(['passed_challenge', [1080002]]);
    expect((await visitor.signIn(email)).status).toBe(200);
  });

  it('ends the account if it was not', async () => {
    const flow = await asked('verification', { email });
    const { body } = await visitor.submit(flow, { method: 'code', signed_up: 'no' });
    expect([body.state, messageIds(body)]).toEqual(['choose_method', [1080904]]);
    expect((await visitor.signIn(email)).status).toBe(400);
    expect(squatter()?.verifiedAt).toBeNull();
  });

  it.each([
    ['recovery', { email }],
    ['login', { identifier: email }],
  ])('asks in a %s, too', async (kind, values) => {
    const flow = await asked(kind, values);
    expect(messageIds(flow)).toEqual([1080901]);
    const { status } = await visitor.submit(flow, { method: 'code', signed_up: 'no' });
    expect(status).toBe(200);
    expect(squatter()).toMatchObject({ passwordHash: null, verifiedAt: expect.any(Date) });
  });
});
