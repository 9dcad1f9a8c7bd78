import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Browser,
  failureOf,
  inputValue,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import { newEmail, refused, signUp, verify } from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

/** A verification whose code was sent, and a wrong code. */
async function sent(browser: Browser = service.browser()) {
  const { email } = await signUp(browser);
  const { data: start } = await browser.api.createBrowserVerificationFlow();
  const response = await verify(browser.api, start, { method: 'code', email });
  const code = service.codeFor(email);
  const wrong = code === '000000' ? '000001' : '000000';
  return {
    browser,
    api: browser.api,
    email,
    start,
    flow: response.data,
    status: response.status,
    code,
    wrong,
  };
}

test('it asks for the address, sends the code and asks for it', async () => {
  const { start, flow, status, email } = await sent();
  expect(start).toMatchObject({ state: 'choose_method', active: 'code' });
  expect(nodeOf(start, 'email')).toMatchObject({
    group: 'code',
    attributes: { type: 'email' },
    meta: { label: { id: 1070007 } },
  });
  expect([status, flow.state, messageIds(flow)]).toEqual([200, 'sent_email', [1080003]]);
  expect(nodeOf(flow, 'code')).toMatchObject({ meta: { label: { id: 1070011 } } });
  expect(nodeOf(flow, 'email')).toMatchObject({
    attributes: { type: 'submit', value: email },
    meta: { label: { id: 1070008 } },
  });
});

test('the right code verifies the address and returns a link to continue', async () => {
  const { api, flow, code } = await sent();
  const { data: done, status } = await verify(api, flow, { method: 'code', code });
  expect([status, done.state, messageIds(done)]).toEqual([200, 'passed_challenge', [1080002]]);
  expect(done.ui.method).toBe('GET');
  expect(nodeOf(done, 'continue')).toMatchObject({
    type: 'a',
    attributes: { href: `${service.origin}/` },
  });
  const { data: session } = await api.toSession();
  expect(session.identity?.verifiable_addresses?.[0]).toMatchObject({ verified: true });
});

test('a wrong code is 200 with 4070006', async () => {
  const { api, flow, wrong } = await sent();
  const { status, data } = await verify(api, flow, { method: 'code', code: wrong });
  expect([status, data.state, messageIds(data)]).toEqual([200, 'sent_email', [4070006]]);
  const { data: session } = await api.toSession();
  expect(session.identity?.verifiable_addresses?.[0]?.verified).toBe(false);
});

test('a code works once', async () => {
  const { browser, api, flow, code } = await sent();
  await verify(api, flow, { method: 'code', code });
  const again = await failureOf(verify(browser.api, flow, { method: 'code', code }));
  expect([again.status, again.data.error.id]).toEqual([410, 'self_service_flow_replaced']);
  const next = await browser.api.getVerificationFlow({ id: again.data.use_flow_id });
  expect(messageIds(next.data)).toEqual([4070003]);
});

test('another code invalidates the old one', async () => {
  const { api, email, flow, code } = await sent();
  const again = await verify(api, flow, { method: 'code', email });
  expect([again.status, messageIds(again.data)]).toEqual([200, [1080003]]);
  const fresh = service.codeFor(email);
  if (fresh !== code) {
    const { data } = await verify(api, flow, { method: 'code', code });
    expect(messageIds(data)).toEqual([4070006]);
  }
  const { data: done } = await verify(api, flow, { method: 'code', code: fresh });
  expect(done.state).toBe('passed_challenge');
});

test('the sixth attempt is 410 with another flow to use', async () => {
  const { api, flow, code, wrong } = await sent();
  for (let tries = 0; tries < 5; tries += 1) {
    await verify(api, flow, { method: 'code', code: wrong });
  }
  const { status, data } = await failureOf(verify(api, flow, { method: 'code', code }));
  expect([status, data.error.id]).toEqual([410, 'self_service_flow_replaced']);
  const { data: fresh } = await api.getVerificationFlow({ id: data.use_flow_id });
  expect([fresh.state, messageIds(fresh)]).toEqual(['choose_method', [4000001]]);
});

test('an expired flow is replaced silently: 200 with another id', async () => {
  const { api, flow, code } = await sent();
  service.pass(3_600_000);
  const { status, data } = await verify(api, flow, { method: 'code', code });
  expect(status).toBe(200);
  expect(data.id).not.toBe(flow.id);
  expect([data.state, messageIds(data)]).toEqual(['choose_method', [4070005]]);
});

test('an unknown address gets the same response, and no email', async () => {
  const { api } = service.browser();
  const { data: start } = await api.createBrowserVerificationFlow();
  const before = service.mails.length;
  const { status, data } = await verify(api, start, { method: 'code', email: newEmail() });
  expect([status, data.state, messageIds(data)]).toEqual([200, 'sent_email', [1080003]]);
  expect(service.mails.length).toBe(before);
});

test('an invalid address is rejected at its field', async () => {
  const { api } = service.browser();
  const { data: start } = await api.createBrowserVerificationFlow();
  for (const [email, id] of [
    ['', 4000002],
    ['nonsense', 4000040],
  ] as const) {
    const { status, flow } = await refused(verify(api, start, { method: 'code', email }));
    expect(status).toBe(400);
    expect(nodeOf(flow, 'email')?.messages.map((message) => message.id)).toEqual([id]);
  }
});

test('the link in the email fills in the code, and submits nothing', async () => {
  const { browser, email, code } = await sent();
  const mail = service.mails.findLast((message) => message.to === email);
  const link = mail?.text.match(/http\S+/)?.[0] ?? '';
  const response = await browser.navigate(link);
  expect(response.status).toBe(303);
  const screen = new URL(response.headers.get('location') ?? '');
  expect(screen.pathname).toBe('/auth/verification');
  const id = screen.searchParams.get('flow') ?? '';
  const { data: flow } = await browser.api.getVerificationFlow({ id });
  expect(inputValue(flow, 'code')).toBe(code);
  const { data: done } = await verify(browser.api, flow, { method: 'code', code });
  expect(done.state).toBe('passed_challenge');
});

test("the link can't be used to guess codes", async () => {
  const { flow, code, wrong } = await sent();
  const guesser = service.browser();
  const open = (guess: string) =>
    guesser.navigate(`/self-service/verification?flow=${flow.id}&code=${guess}`);
  for (let tries = 0; tries < 5; tries += 1) await open(wrong);
  await open(code);
  const { status } = await failureOf(guesser.api.getVerificationFlow({ id: flow.id }));
  expect(status).toBe(403);
});

test('the link of a deleted flow leads to a new one', async () => {
  const browser = service.browser();
  const response = await browser.navigate('/self-service/verification?flow=gone&code=123456');
  const id = new URL(response.headers.get('location') ?? '').searchParams.get('flow') ?? '';
  const { data: flow } = await browser.api.getVerificationFlow({ id });
  expect(messageIds(flow)).toEqual([4070005]);
});
