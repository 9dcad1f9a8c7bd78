import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentity, type TestIdentity } from './testing/testing.ts';
import { login, PASSWORD, refused, signIn, signOut, signUp } from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

test('guessing for one account is throttled, whether or not it exists', async () => {
  const strict = await startIdentity(
    { throttle: { signInPair: { points: 3, seconds: 60 } } },
    service,
  );
  try {
    const browser = strict.browser();
    const { email } = await signUp(browser);
    await signOut(browser);
    for (const identifier of [email, 'nobody@example.com']) {
      const { data: flow } = await browser.api.createBrowserLoginFlow();
      const guess = { method: 'password', identifier, password: 'not-this-one-42' };
      for (let tries = 0; tries < 3; tries += 1) {
        expect((await refused(login(browser.api, flow, guess))).status).toBe(400);
      }
      const { status, error } = await refused(login(browser.api, flow, guess));
      expect([status, error.code]).toEqual([429, 429]);
    }
    const { data: flow } = await browser.api.createBrowserLoginFlow();
    const right = { method: 'password', identifier: email, password: PASSWORD };
    expect((await refused(login(browser.api, flow, right))).status).toBe(429);
  } finally {
    await strict.close();
  }
});

test('emails to one address are limited', async () => {
  const strict = await startIdentity({ throttle: { mail: { points: 2, seconds: 60 } } }, service);
  try {
    const { api } = strict.browser();
    const { data: flow } = await api.createBrowserLoginFlow();
    const ask = () => refused(login(api, flow, { method: 'code', identifier: 'a@example.com' }));
    expect((await ask()).status).toBe(400);
    expect((await ask()).status).toBe(400);
    expect((await ask()).status).toBe(429);
  } finally {
    await strict.close();
  }
});

test("a right password doesn't count as an attempt", async () => {
  const strict = await startIdentity(
    {
      throttle: {
        signInPair: { points: 2, seconds: 60 },
        signInAccount: { points: 2, seconds: 60 },
        signInAddress: { points: 2, seconds: 60 },
      },
    },
    service,
  );
  try {
    const browser = strict.browser();
    const { email } = await signUp(browser);
    for (let times = 0; times < 4; times += 1) {
      await signOut(browser);
      expect((await signIn(browser, email)).status).toBe(200);
    }
  } finally {
    await strict.close();
  }
});
