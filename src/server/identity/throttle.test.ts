import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageIds, nodeOf, startIdentity, type TestIdentity } from './testing/testing.ts';
import {
  linkTotp,
  login,
  PASSWORD,
  recover,
  refused,
  secondFactor,
  signIn,
  signOut,
  signUp,
  verify,
} from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

type Settings = Parameters<typeof startIdentity>[0];

/** Runs with other settings on the same database. */
async function withSettings(settings: Settings, run: (own: TestIdentity) => Promise<void>) {
  const own = await startIdentity(settings, service);
  try {
    await run(own);
  } finally {
    await own.close();
  }
}

const OWNER = '198.51.100.1';
const attacker = (number: number) => `203.0.113.${number}`;

/** A person who has signed up, and signed out, in a browser of their own. */
async function somebody(own: TestIdentity) {
  const browser = own.browser(OWNER);
  const { email } = await signUp(browser);
  await signOut(browser);
  return { browser, email };
}

/** Wrong passwords from a network, one after the other. Returns the statuses. */
async function guess(own: TestIdentity, identifier: string, ip: string, times: number) {
  const { api } = own.browser(ip);
  const { data: flow } = await api.createBrowserLoginFlow();
  const statuses: number[] = [];
  for (let tries = 0; tries < times; tries += 1) {
    const fields = { method: 'password', identifier, password: `wrong guess ${tries}` };
    statuses.push((await refused(login(api, flow, fields))).status);
  }
  return statuses;
}

test("wrong passwords from elsewhere don't lock the owner out", async () => {
  const { browser, email } = await somebody(service);
  const guesses = Array.from({ length: 12 }, (_, n) => guess(service, email, attacker(n), 10));
  expect((await Promise.all(guesses)).flat()).toContain(400);
  expect((await signIn(browser, email)).status).toBe(200);
  expect((await signIn(service.browser('198.51.100.2'), email)).status).toBe(200);
  expect((await signIn(service.browser(attacker(1)), email)).status).toBe(200);
});

test('guessing gets slower, whether or not the account exists', async () => {
  const delays = { first: 60, pair: 120, account: 0, network: 0, turn: 0 };
  const throttle = { signInPair: { points: 2, seconds: 60 } };
  await withSettings({ delays, throttle }, async (own) => {
    const { browser, email } = await somebody(own);
    for (const identifier of [email, 'nobody@example.com']) {
      await guess(own, identifier, attacker(1), 2);
      const start = performance.now();
      await guess(own, identifier, attacker(1), 3);
      // 60, 120 and 120 ms; timers may be a little early.
      expect(performance.now() - start).toBeGreaterThan(290);
    }
    // The attempts of a browser that the owner has used before don't wait.
    own.identity.context.waitingRoom.wait = async ({ delay }) => expect(delay).toBe(0);
    expect((await signIn(browser, email)).status).toBe(200);
  });
});

test('simultaneous guesses from one network wait one at a time', async () => {
  const delays = { first: 500, pair: 500, account: 0, network: 0, turn: 0 };
  const throttle = { signInPair: { points: 1, seconds: 60 } };
  await withSettings({ delays, throttle }, async (own) => {
    const { email } = await somebody(own);
    await guess(own, email, attacker(1), 1);
    const guesses = Array.from({ length: 6 }, () => guess(own, email, attacker(1), 1));
    const statuses = (await Promise.all(guesses)).flat();
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(2);
    expect(statuses).toContain(400);
  });
});

test("a right password doesn't count as an attempt", async () => {
  const limit = { points: 2, seconds: 60 };
  const throttle = { signInPair: limit, signInAccount: limit, signInNetwork: limit };
  await withSettings({ throttle }, async (own) => {
    const { email } = await somebody(own);
    own.identity.context.waitingRoom.wait = async ({ delay }) => expect(delay).toBe(0);
    for (let times = 0; times < 4; times += 1) {
      expect((await signIn(own.browser(attacker(2)), email)).status).toBe(200);
    }
  });
});

test("the device cookie is bound to its account and can't be forged", async () => {
  const { browser, email } = await somebody(service);
  const { email: other } = await somebody(service);
  const cookie = browser.jar.get('taskloom_device') ?? '';
  expect(cookie.split('.')).toHaveLength(4);
  const waits = async (value: string, identifier: string) => {
    await guess(service, identifier, attacker(3), 7);
    const tried = service.browser(attacker(3));
    tried.jar.set('taskloom_device', value);
    let waited = false;
    const { waitingRoom } = service.identity.context;
    const { wait } = waitingRoom;
    waitingRoom.wait = async ({ delay }) => {
      waited = delay > 0;
    };
    expect((await signIn(tried, identifier)).status).toBe(200);
    waitingRoom.wait = wait;
    return waited;
  };
  expect(await waits(cookie, email)).toBe(false);
  expect(await waits(cookie, other)).toBe(true);
  expect(await waits(`${cookie.slice(0, -4)}0000`, email)).toBe(true);
  const longer = cookie.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`);
  expect(await waits(longer, email)).toBe(true);
});

test('emails to one address are limited by network, and the owner still gets theirs', async () => {
  const throttle = {
    mailPair: { points: 2, seconds: 60 },
    mailTarget: { points: 4, seconds: 60 },
  };
  await withSettings({ throttle }, async (own) => {
    const { browser, email } = await somebody(own);
    const ask = async (visitor = own.browser()) => {
      const { data: flow } = await visitor.api.createBrowserRecoveryFlow();
      const answer = await recover(visitor.api, flow, { method: 'code', email }).catch(
        ({ response }) => response,
      );
      return answer.status;
    };
    await own.identity.context.throttle.reset('mailTarget', email);
    const statuses = [];
    for (let times = 0; times < 3; times += 1) statuses.push(await ask(own.browser(attacker(1))));
    expect(statuses).toEqual([200, 200, 429]);
    expect(await ask(own.browser('198.51.100.2'))).toBe(200);
    expect(await ask(own.browser(attacker(2)))).toBe(200);
    expect(await ask(own.browser('203.0.113.3'))).toBe(200);
    expect(await ask(browser)).toBe(200);
    expect(own.mails.filter(({ to }) => to === email).length).toBeLessThanOrEqual(6);
  });
});

test.each(['recovery', 'login'] as const)(
  'however many strangers ask for a %s code and guess it, the owner gets in with theirs',
  async (kind) => {
    const throttle = {
      mailTarget: { points: 3, seconds: 600 },
      codeAccount: { points: 4, seconds: 600 },
    };
    await withSettings({ throttle }, async (own) => {
      const { email } = await somebody(own);
      await own.prove(email);
      const sent = async (ip: string) => {
        const { api } = own.browser(ip);
        if (kind === 'login') {
          const { data: start } = await api.createBrowserLoginFlow();
          const { flow } = await refused(login(api, start, { method: 'code', identifier: email }));
          const enter = (code: string) => login(api, flow, { method: 'code', code });
          return { flow, enter };
        }
        const { data: start } = await api.createBrowserRecoveryFlow();
        const { data: flow } = await recover(api, start, { method: 'code', email });
        return { flow, enter: (code: string) => recover(api, flow, { method: 'code', code }) };
      };
      const mails = () => own.mails.filter(({ to, code }) => to === email && code).length;
      const before = mails();
      for (let i = 0; i < 12; i += 1) {
        const { enter } = await sent(`203.0.${i}.1`);
        for (let tries = 0; tries < 3; tries += 1) await enter('1').catch(() => undefined);
      }
      // Not everyone who asks causes an email.
      expect(mails() - before).toBeLessThanOrEqual(3 + 1);
      const { flow, enter } = await sent('198.51.100.9');
      expect(nodeOf(flow, 'code')).toMatchObject({ attributes: { maxlength: 10 } });
      expect(mails() - before).toBeLessThanOrEqual(3 + 1);
      const { status, data } = await enter(own.codeFor(email));
      expect([status, 'state' in data ? data.state : 'signed in']).toEqual([
        200,
        kind === 'login' ? 'signed in' : 'passed_challenge',
      ]);
    });
  },
);

test('five attempts are all that a flow has, also with a long code', async () => {
  const throttle = { codeAccount: { points: 1, seconds: 600 } };
  await withSettings({ throttle }, async (own) => {
    const { email } = await somebody(own);
    await own.prove(email);
    const guess = async (times: number) => {
      const { api } = own.browser(attacker(9));
      const { data: start } = await api.createBrowserRecoveryFlow();
      const { data: flow } = await recover(api, start, { method: 'code', email });
      const statuses: number[] = [];
      for (let tries = 0; tries < times; tries += 1) {
        const answer = await recover(api, flow, { method: 'code', code: '1' }).catch(
          ({ response }) => response,
        );
        statuses.push(answer.status);
      }
      return statuses;
    };
    expect(await guess(2)).toEqual([200, 400]);
    expect(await guess(6)).toEqual([200, 200, 200, 200, 200, 400]);
  });
});

test('wrong codes are counted for the account, in any number of flows', async () => {
  const throttle = { codePair: { points: 3, seconds: 60 } };
  await withSettings({ throttle }, async (own) => {
    const { email } = await somebody(own);
    await own.prove(email);
    const sent = async (ip: string) => {
      const { api } = own.browser(ip);
      const { data: start } = await api.createBrowserRecoveryFlow();
      const { data: flow } = await recover(api, start, { method: 'code', email });
      return { api, flow, code: own.codeFor(email) };
    };
    const statuses = [];
    for (let flows = 0; flows < 2; flows += 1) {
      const { api, flow, code } = await sent(attacker(1));
      const wrong = code === '000000' ? '000001' : '000000';
      for (let tries = 0; tries < 2; tries += 1) {
        const answer = await recover(api, flow, { method: 'code', code: wrong }).catch(
          ({ response }) => response,
        );
        statuses.push(answer.status);
      }
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const { api, flow, code } = await sent('198.51.100.2');
    const { data } = await recover(api, flow, { method: 'code', code });
    expect(data.state).toBe('passed_challenge');
  });
});

test("wrong second factors from elsewhere don't stop the right one", async () => {
  const owner = service.browser(OWNER);
  const { email } = await signUp(owner);
  const app = await linkTotp(service, owner);
  await signOut(owner);
  const thief = service.browser(attacker(4));
  await refused(signIn(thief, email));
  const wrong = app() === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await refused(secondFactor(thief, { totp_code: wrong, method: 'totp' }));
    expect(answer.status).toBe(400);
  }
  const elsewhere = service.browser('198.51.100.2');
  await refused(signIn(elsewhere, email));
  const { status } = await secondFactor(elsewhere, { totp_code: app(), method: 'totp' });
  expect(status).toBe(200);
});

test('after many wrong second factors, two right codes are needed', async () => {
  const throttle = { secondFactorAccount: { points: 3, seconds: 60 } };
  await withSettings({ throttle }, async (own) => {
    const owner = own.browser(OWNER);
    const { email } = await signUp(owner);
    const app = await linkTotp(own, owner);
    await signOut(owner);
    const thief = own.browser(attacker(5));
    await refused(signIn(thief, email));
    const wrong = app() === '000000' ? '000001' : '000000';
    const statuses = [];
    for (let tries = 0; tries < 4; tries += 1) {
      const fields = { totp_code: wrong, method: 'totp' };
      statuses.push((await refused(secondFactor(thief, fields))).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400]);
    // A single code isn't enough any more, whether it is right or wrong.
    const elsewhere = own.browser('198.51.100.2');
    await refused(signIn(elsewhere, email));
    const { data: flow } = await elsewhere.api.createBrowserLoginFlow({ aal: 'aal2' });
    const enter = (totp_code: string) => login(elsewhere.api, flow, { totp_code, method: 'totp' });
    for (const isRight of [false, true]) {
      const asked = await refused(enter(isRight ? app() : wrong));
      expect([asked.status, messageIds(asked.flow)]).toEqual([400, [1010901]]);
      own.pass(31_000);
      if (!isRight) expect(messageIds((await refused(enter(app()))).flow)).toEqual([4000008]);
      own.pass(31_000);
    }
    expect((await enter(app())).status).toBe(200);
    // The owner's own browser isn't affected.
    own.pass(31_000);
    await refused(signIn(owner, email));
    expect((await secondFactor(owner, { totp_code: app(), method: 'totp' })).status).toBe(200);
  });
});

test('errors that anyone can cause are stored only so often', async () => {
  await withSettings({ throttle: { error: { points: 2, seconds: 60 } } }, async (own) => {
    const browser = own.browser(attacker(6));
    const path = '/self-service/recovery?flow=unknown';
    const post = () => browser.navigate(path, { method: 'POST', body: new URLSearchParams() });
    const statuses = [(await post()).status, (await post()).status, (await post()).status];
    expect(statuses).toEqual([303, 303, 400]);
  });
});

test("a flow's row stays small, whatever its URL", async () => {
  const browser = service.browser(attacker(8));
  const path = '/self-service/login/browser';
  const long = await browser.request(`${path}?x=${'x'.repeat(5000)}`);
  expect((await long.json()).request_url).toHaveLength(2000);
  const returnTo = encodeURIComponent(`${service.origin}/${'x'.repeat(5000)}`);
  const refusal = await browser.request(`${path}?return_to=${returnTo}`);
  expect([refusal.status, (await refusal.json()).error.id]).toEqual([
    400,
    'self_service_flow_return_to_forbidden',
  ]);
});

test('a verification flow has the same limits', async () => {
  const throttle = { codePair: { points: 1, seconds: 60 } };
  await withSettings({ throttle }, async (own) => {
    const { email } = await somebody(own);
    const { api } = own.browser(attacker(7));
    const { data: start } = await api.createBrowserVerificationFlow();
    const { data: flow } = await verify(api, start, { method: 'code', email });
    const wrong = own.codeFor(email) === '000000' ? '000001' : '000000';
    const { data } = await verify(api, flow, { method: 'code', code: wrong });
    expect(messageIds(data)).toEqual([4070006]);
    const again = await refused(verify(api, flow, { method: 'code', code: wrong }));
    expect(again.status).toBe(429);
  });
});

test('a password is needed in every browser', async () => {
  const { browser, email } = await somebody(service);
  const { status } = await refused(signIn(browser, email, `${PASSWORD}!`));
  expect(status).toBe(400);
});
