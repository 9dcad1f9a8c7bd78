import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  inputValue,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import { login, refused, signOut, signUp } from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

/** A registered, signed-out person, and their browser. */
async function somebody() {
  const browser = service.browser();
  const { email } = await signUp(browser);
  await signOut(browser);
  return { browser, email, api: browser.api };
}

async function loginFlow(browser = service.browser()) {
  const { data: flow } = await browser.api.createBrowserLoginFlow();
  return { browser, api: browser.api, flow };
}

async function sent() {
  const { browser, email, api } = await somebody();
  const { flow } = await loginFlow(browser);
  const { status, flow: shown } = await refused(
    login(api, flow, { method: 'code', identifier: email }),
  );
  return { browser, email, api, status, flow: shown };
}

test('sending a code responds with 400 and the flow, without an error', async () => {
  const { status, flow, email } = await sent();
  expect(status).toBe(400);
  expect(flow.state).toBe('sent_email');
  expect(flow.active).toBe('code');
  expect(flow.ui.messages).toMatchObject([{ id: 1010014, type: 'info' }]);
  expect(nodeOf(flow, 'code')).toMatchObject({
    group: 'code',
    attributes: { maxlength: 6, pattern: '[0-9]+' },
    meta: { label: { id: 1070013 } },
  });
  expect(inputValue(flow, 'identifier')).toBe(email);
  expect(inputValue(flow, 'resend')).toBe('code');
});

test('the code signs in and verifies the address', async () => {
  const { api, flow, email } = await sent();
  const { status, data } = await login(api, flow, {
    method: 'code',
    code: service.codeFor(email),
  });
  expect(status).toBe(200);
  expect(data.session.authentication_methods?.[0]?.method).toBe('code');
  expect(data.session.identity?.verifiable_addresses?.[0]?.verified).toBe(true);
});

test('an unknown address gets the same response, and no email', async () => {
  const { api, flow } = await loginFlow();
  const before = service.mails.length;
  const fields = { method: 'code', identifier: 'nobody-here@example.com' };
  const { status, flow: shown } = await refused(login(api, flow, fields));
  expect([status, shown.state, messageIds(shown)]).toEqual([400, 'sent_email', [1010014]]);
  expect(service.mails.length).toBe(before);
  const { flow: after } = await refused(login(api, shown, { method: 'code', code: '123456' }));
  expect(messageIds(after)).toEqual([4010008]);
});

test('a wrong code is 400 with 4010008', async () => {
  const { api, flow, email } = await sent();
  const wrong = service.codeFor(email) === '000000' ? '000001' : '000000';
  const { status, flow: shown } = await refused(login(api, flow, { method: 'code', code: wrong }));
  expect([status, messageIds(shown)]).toEqual([400, [4010008]]);
  expect(shown.state).toBe('sent_email');
});

test('another code invalidates the old one', async () => {
  const { api, flow, email } = await sent();
  const old = service.codeFor(email);
  const again = await refused(login(api, flow, { method: 'code', resend: 'code' }));
  expect([again.status, messageIds(again.flow)]).toEqual([400, [1010014]]);
  const fresh = service.codeFor(email);
  if (fresh !== old) {
    const { flow: shown } = await refused(login(api, flow, { method: 'code', code: old }));
    expect(messageIds(shown)).toEqual([4010008]);
  }
  expect((await login(api, flow, { method: 'code', code: fresh })).status).toBe(200);
});

test('a code works once', async () => {
  const { browser, api, flow, email } = await sent();
  const code = service.codeFor(email);
  const keep = new Map(browser.jar);
  await login(api, flow, { method: 'code', code });
  const replay = service.browser();
  for (const [name, value] of keep) replay.jar.set(name, value);
  const { status, flow: shown } = await refused(login(replay.api, flow, { method: 'code', code }));
  expect([status, messageIds(shown)]).toEqual([400, [4010008]]);
});

test('a code is bound to its flow', async () => {
  const { email } = await sent();
  const code = service.codeFor(email);
  const { api, flow } = await loginFlow();
  const other = await refused(
    login(api, flow, { method: 'code', identifier: 'nobody@example.com' }),
  );
  const { flow: shown } = await refused(login(api, other.flow, { method: 'code', code }));
  expect(messageIds(shown)).toEqual([4010008]);
});

test('a code expires after ten minutes', async () => {
  const { api, flow, email } = await sent();
  service.pass(10 * 60_000 + 1000);
  const { flow: shown } = await refused(
    login(api, flow, { method: 'code', code: service.codeFor(email) }),
  );
  expect(messageIds(shown)).toEqual([4010008]);
});

test('the sixth attempt is 400 with 4000001, even with the right code', async () => {
  const { api, flow, email } = await sent();
  const code = service.codeFor(email);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) {
    const { flow: shown } = await refused(login(api, flow, { method: 'code', code: wrong }));
    expect(messageIds(shown)).toEqual([4010008]);
  }
  const { status, flow: shown } = await refused(login(api, flow, { method: 'code', code }));
  expect([status, messageIds(shown)]).toEqual([400, [4000001]]);
});

test('concurrent attempts are all counted', async () => {
  const { api, flow, email } = await sent();
  const code = service.codeFor(email);
  const wrong = code === '000000' ? '000001' : '000000';
  const tries = Array.from({ length: 12 }, () =>
    refused(login(api, flow, { method: 'code', code: wrong })),
  );
  const ids = (await Promise.all(tries)).map(({ flow: shown }) => messageIds(shown)[0]);
  expect(ids.filter((id) => id === 4010008)).toHaveLength(5);
  expect(ids.filter((id) => id === 4000001)).toHaveLength(7);
});
