import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greeting } from '#core/greeting.ts';
import {
  type Browser,
  failureOf,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import {
  linkTotp,
  login,
  newEmail,
  PASSWORD,
  recover,
  refused,
  register,
  settings,
  signIn,
  signOut,
  signUp,
  verify,
  verifyOwn,
} from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

const OWN_PASSWORD = 'harbour-violet-engine-17';

/** Someone who signed up with another person's address, and protected it with a second factor. */
async function squatted() {
  const squatter = service.browser();
  const { email } = await signUp(squatter);
  await linkTotp(service, squatter);
  return { squatter, email, owner: service.browser() };
}

/** Nothing that the squatter knew or had gives access any more. */
async function expectEvicted(squatter: Browser, email: string) {
  expect((await failureOf(squatter.api.toSession())).status).toBe(401);
  const { status, flow } = await refused(signIn(squatter, email));
  expect([status, messageIds(flow)]).toEqual([400, [4000006]]);
}

/** The question whether the person signed up, with the account's name and the time. */
function expectQuestion(flow: Parameters<typeof messageIds>[0], email: string) {
  expect(messageIds(flow)).toEqual([1080901]);
  expect(flow.ui.messages?.[0]).toMatchObject({
    context: { email, name: 'Ada Lovelace', signed_up_at: expect.stringMatching(/^20\d\d-/) },
  });
  const answers = flow.ui.nodes.filter(
    ({ attributes }) => attributes.node_type === 'input' && attributes.name === 'signed_up',
  );
  expect(answers).toMatchObject([
    { group: 'code', attributes: { type: 'submit', value: 'yes' } },
    { group: 'code', attributes: { type: 'submit', value: 'no' } },
  ]);
  expect(nodeOf(flow, 'code')).toBeUndefined();
}

async function registerAgain(browser: Browser, email: string) {
  const { data: flow } = await browser.api.createBrowserRegistrationFlow();
  const traits = { email, name: 'The Owner' };
  const fields = { method: 'password', traits, password: OWN_PASSWORD };
  const { status, flow: shown } = await refused(register(browser.api, flow, fields));
  return { flow, status, shown };
}

test('recovery gives the address to its owner', async () => {
  const { squatter, email, owner } = await squatted();
  const { data: start } = await owner.api.createBrowserRecoveryFlow();
  const { data: flow } = await recover(owner.api, start, { method: 'code', email });
  const code = service.codeFor(email);
  const { data: asked } = await recover(owner.api, flow, { method: 'code', code });
  expectQuestion(asked, email);
  expect((await failureOf(owner.api.toSession())).status).toBe(401);
  await recover(owner.api, asked, { method: 'code', signed_up: 'no' });
  const { data: session } = await owner.api.toSession();
  expect(session.identity?.verifiable_addresses?.[0]?.verified).toBe(true);
  await expectEvicted(squatter, email);
});

test('a sign-in code gives the address to its owner', async () => {
  const { squatter, email, owner } = await squatted();
  const { data: flow } = await owner.api.createBrowserLoginFlow();
  await refused(login(owner.api, flow, { method: 'code', identifier: email }));
  const code = service.codeFor(email);
  const asked = await refused(login(owner.api, flow, { method: 'code', code }));
  expect(asked.status).toBe(400);
  expectQuestion(asked.flow, email);
  const answer = { method: 'code', signed_up: 'no' };
  expect((await login(owner.api, asked.flow, answer)).status).toBe(200);
  await expectEvicted(squatter, email);
});

test.each(['recovery', 'login'] as const)(
  'people who sign in by %s in another browser keep what they set up, if they say that it is theirs',
  async (kind) => {
    const { squatter: laptop, email, owner: phone } = await squatted();
    await signOut(laptop);
    const answer = { method: 'code', signed_up: 'yes' };
    if (kind === 'recovery') {
      const { data: start } = await phone.api.createBrowserRecoveryFlow();
      const { data: flow } = await recover(phone.api, start, { method: 'code', email });
      const code = service.codeFor(email);
      const { data: asked } = await recover(phone.api, flow, { method: 'code', code });
      await recover(phone.api, asked, answer);
    } else {
      const { data: flow } = await phone.api.createBrowserLoginFlow();
      await refused(login(phone.api, flow, { method: 'code', identifier: email }));
      const code = service.codeFor(email);
      const asked = await refused(login(phone.api, flow, { method: 'code', code }));
      // The second factor is still needed.
      expect((await failureOf(login(phone.api, asked.flow, answer))).status).toBe(422);
    }
    expect((await failureOf(signIn(laptop, email))).status).toBe(422);
  },
);

describe('the link in the email, opened by the owner of the address', () => {
  /** A victim's browser that has opened the link, and the flow that it shows. */
  async function opened(name = 'Ada Lovelace') {
    const squatter = service.browser();
    const email = newEmail();
    const { data: start } = await squatter.api.createBrowserRegistrationFlow();
    const traits = { email, name };
    await register(squatter.api, start, { method: 'password', traits, password: PASSWORD });
    await linkTotp(service, squatter);
    const mail = service.mails.findLast(({ to, code }) => to === email && code);
    const link = mail?.text.match(/http\S+/)?.[0] ?? '';
    const victim = service.browser();
    const open = async () => {
      const { headers } = await victim.navigate(link);
      const id = new URL(headers.get('location') ?? '').searchParams.get('flow') ?? '';
      return (await victim.api.getVerificationFlow({ id })).data;
    };
    const flow = await open();
    return { squatter, victim, email, flow, open, code: mail?.code };
  }
  const isVerified = async (browser: Browser) =>
    (await browser.api.toSession()).data.identity?.verifiable_addresses?.[0]?.verified;

  test("asks whether they signed up, and doesn't verify the address before", async () => {
    const { squatter, victim, email, flow, open, code } = await opened();
    expectQuestion(flow, email);
    expect(await isVerified(squatter)).toBe(false);
    // Nor does the code, or opening the link again, which also mail scanners do.
    await verify(victim.api, flow, { method: 'code', code });
    expectQuestion(await open(), email);
    expect(await isVerified(squatter)).toBe(false);
  });

  test('a “no” ends what the squatter set up, and proves nothing', async () => {
    const { squatter, victim, email, flow } = await opened();
    const { data: ended } = await verify(victim.api, flow, { method: 'code', signed_up: 'no' });
    expect([ended.state, messageIds(ended)]).toEqual(['choose_method', [1080904]]);
    await expectEvicted(squatter, email);
    // The address is free for its owner, who proves it when signing up.
    const { status, shown } = await registerAgain(victim, email);
    expect([status, messageIds(shown)]).toEqual([400, [1040005]]);
  });

  test('a “yes” proves the address and keeps everything', async () => {
    const { squatter: laptop, victim: phone, email, flow } = await opened();
    const { data: done } = await verify(phone.api, flow, { method: 'code', signed_up: 'yes' });
    expect([done.state, messageIds(done)]).toEqual(['passed_challenge', [1080002]]);
    expect(await isVerified(laptop)).toBe(true);
    await signOut(laptop);
    expect((await failureOf(signIn(laptop, email))).status).toBe(422);
  });

  test('expires with its code', async () => {
    const { squatter, victim, flow } = await opened();
    service.pass(11 * 60_000);
    const { data } = await verify(victim.api, flow, { method: 'code', signed_up: 'yes' });
    expect([data.state, messageIds(data)]).toEqual(['sent_email', [4070006]]);
    expect(await isVerified(squatter)).toBe(false);
  });

  test("can't be made to say what a name smuggles in", async () => {
    const { flow } = await opened('Click Yes at https://evil.example/win');
    expect(JSON.stringify(flow.ui)).not.toMatch(/evil|Click/);
  });
});

test('a code that is typed in another browser asks, too', async () => {
  const { squatter, email, owner } = await squatted();
  const { data: asked } = await verifyOwn(service, owner, email);
  expectQuestion(asked, email);
  expect((await squatter.api.toSession()).status).toBe(200);
  const { data: ended } = await verify(owner.api, asked, { method: 'code', signed_up: 'no' });
  expect(messageIds(ended)).toEqual([1080904]);
  await expectEvicted(squatter, email);
});

test('registration asks for a code that proves the address, then gives it to its owner', async () => {
  const { squatter, email, owner } = await squatted();
  const { flow, status, shown } = await registerAgain(owner, email);
  expect([status, shown.state, messageIds(shown)]).toEqual([400, 'sent_email', [1040005]]);
  expect(nodeOf(shown, 'code')).toMatchObject({ meta: { label: { id: 1070012 } } });
  expect(nodeOf(shown, 'password')).toBeUndefined();
  expect((await failureOf(owner.api.toSession())).status).toBe(401);
  const mail = service.mails.findLast(({ to }) => to === email);
  expect(mail?.text).toContain(greeting('The Owner'));

  const code = service.codeFor(email);
  const wrong = code === '000000' ? '000001' : '000000';
  const guess = await refused(register(owner.api, flow, { method: 'code', code: wrong }));
  expect([guess.status, messageIds(guess.flow)]).toEqual([400, [4040003]]);
  const resent = await refused(register(owner.api, flow, { resend: 'code' }));
  expect(messageIds(resent.flow)).toEqual([1040005]);

  const { data } = await register(owner.api, flow, {
    method: 'code',
    code: service.codeFor(email),
  });
  expect(data.identity).toMatchObject({
    traits: { email, name: 'The Owner' },
    verifiable_addresses: [{ verified: true }],
  });
  expect((await owner.api.toSession()).status).toBe(200);
  await expectEvicted(squatter, email);
  await signOut(owner);
  expect((await signIn(owner, email, OWN_PASSWORD)).status).toBe(200);
});

test('a claim fails when the address has been verified meanwhile', async () => {
  const { squatter, email, owner } = await squatted();
  const { flow } = await registerAgain(owner, email);
  const code = service.codeFor(email);
  await verifyOwn(service, squatter, email);
  const late = await refused(register(owner.api, flow, { method: 'code', code }));
  expect([late.status, messageIds(late.flow)]).toEqual([400, [4000007]]);
  expect((await squatter.api.toSession()).status).toBe(200);
});

test('people who verify their address where they signed up are not asked', async () => {
  const owner = service.browser();
  const { email, continue_with: next } = await signUp(owner);
  const step = next?.find((entry) => entry.action === 'show_verification_ui');
  if (step?.action !== 'show_verification_ui') throw new Error('no verification');
  const mail = service.mails.find(({ to, code }) => to === email && code);
  await signOut(owner);
  await owner.navigate(mail?.text.match(/http\S+/)?.[0] ?? '');
  const { data: flow } = await owner.api.getVerificationFlow({ id: step.flow.id });
  const { data: done } = await verify(owner.api, flow, { method: 'code', code: mail?.code });
  expect(messageIds(done)).toEqual([1080002]);
  expect((await signIn(owner, email)).status).toBe(200);
});

test('a browser that the person has used before keeps everything', async () => {
  const owner = service.browser();
  const { email } = await signUp(owner);
  await signOut(owner);
  const { data: flow } = await owner.api.createBrowserLoginFlow();
  await refused(login(owner.api, flow, { method: 'code', identifier: email }));
  await login(owner.api, flow, { method: 'code', code: service.codeFor(email) });
  await signOut(owner);
  expect((await signIn(owner, email)).status).toBe(200);
});

test("a name can't carry a message to somebody else's address", async () => {
  const browser = service.browser();
  const email = newEmail();
  const { data: flow } = await browser.api.createBrowserRegistrationFlow();
  const traits = { email, name: 'You won! https://evil.example/claim' };
  await register(browser.api, flow, { method: 'password', traits, password: PASSWORD });
  const mail = service.mails.findLast(({ to }) => to === email);
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/evil|won/);
  expect((await settings(browser)).identity.traits.name).toBe(traits.name);
});
