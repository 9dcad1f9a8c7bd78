import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearerToken, dropToken } from './auth-token.ts';
import { configureApi } from './config.ts';
import { checkSession, forgetSession } from './session.ts';
import { json, jwt, problem, stubFetch } from './testing.ts';

const whoami = '/identity/sessions/whoami';

beforeEach(() => {
  vi.useFakeTimers();
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'jwt' });
});

afterEach(() => {
  dropToken();
  forgetSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function issuing(seconds: number) {
  let issued = 0;
  return stubFetch({
    [`GET ${whoami}`]: () => json({ id: 's', tokenized: jwt(`t${++issued}`, seconds) }),
  });
}

describe('the token', () => {
  it('comes with the session check, which requests it by template', async () => {
    const { calls } = issuing(300);
    await checkSession();
    expect(await bearerToken()).toBe(jwt('t1', 300));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.url.search).toBe('?tokenize_as=taskloom');
  });

  it('is requested once, however many calls wait for it', async () => {
    const { count } = issuing(300);
    const tokens = await Promise.all([bearerToken(), bearerToken(), bearerToken()]);
    expect(new Set(tokens)).toEqual(new Set([jwt('t1', 300)]));
    expect(count(whoami)).toBe(1);
  });

  it('is renewed in the background past 80% of its lifetime, and stays in use meanwhile', async () => {
    const { count } = issuing(100);
    await bearerToken();
    vi.advanceTimersByTime(79_000);
    await bearerToken();
    expect(count(whoami)).toBe(1);
    vi.advanceTimersByTime(2000);
    expect(await bearerToken()).toBe(jwt('t1', 100));
    await vi.advanceTimersByTimeAsync(0);
    expect(count(whoami)).toBe(2);
    expect(await bearerToken()).toBe(jwt('t2', 100));
  });

  it('is not sent once expired', async () => {
    issuing(100);
    await bearerToken();
    vi.advanceTimersByTime(120_000);
    expect(await bearerToken()).toBe(jwt('t2', 100));
  });

  it('is never stored', async () => {
    issuing(100);
    await bearerToken();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('s-t1');
  });

  it('is null when nobody is signed in', async () => {
    stubFetch({ [`GET ${whoami}`]: problem(401) });
    expect(await bearerToken()).toBeNull();
  });
});

describe('the session check', () => {
  const url = 'http://localhost:3000/identity/sessions/whoami?tokenize_as=taskloom';
  const early = (response: Response | null, at = url) => {
    globalThis.earlySession = { url: at, response: Promise.resolve(response) };
  };

  it('uses the response requested before the code loaded, once', async () => {
    const { calls } = issuing(300);
    early(json({ id: 'early', tokenized: jwt('early') }));
    expect(await checkSession()).toMatchObject({ session: { id: 'early' } });
    expect(calls).toHaveLength(0);
    expect(await checkSession()).toMatchObject({ session: { id: 's' } });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['came from another URL', () => early(json({ id: 'x' }), 'http://other/whoami')],
    ['never arrived', () => early(null)],
  ])('sends its own request when that response %s', async (_, prepare) => {
    const { calls } = issuing(300);
    prepare();
    expect(await checkSession()).toMatchObject({ session: { id: 's' } });
    expect(calls).toHaveLength(1);
  });

  it('distinguishes a missing second factor from no session', async () => {
    stubFetch({ [`GET ${whoami}`]: problem(403) });
    expect(await checkSession()).toEqual({ state: 'unauthenticated', needsSecondFactor: true });
    stubFetch({ [`GET ${whoami}`]: problem(401) });
    expect(await checkSession()).toEqual({ state: 'unauthenticated', needsSecondFactor: false });
  });

  it('needs an id to count as signed in', async () => {
    stubFetch({ [`GET ${whoami}`]: json({ active: true }) });
    expect((await checkSession()).state).toBe('unauthenticated');
  });

  it("says what an administrator must correct when there is no token's template", async () => {
    const error = { code: 400, reason: 'Unable to find the tokenizer template "taskloom".' };
    stubFetch({ [`GET ${whoami}`]: () => json({ error }, 400) });
    await expect(checkSession()).rejects.toMatchObject({
      code: 'identity_unavailable',
      message: expect.stringMatching(/Unable to find the tokenizer template .*administrator/),
    });
  });

  it("says the same when a file of the token's template can't be read, which Kratos fails with 500 for", async () => {
    const error = { code: 500, message: 'unable to open file: /etc/kratos/tokenizer.jwks.json' };
    const responses = [json({ error }, 500), json({ id: 's' })];
    const { calls } = stubFetch({ [`GET ${whoami}`]: () => responses.shift() ?? problem(404) });
    await expect(checkSession()).rejects.toMatchObject({
      code: 'identity_unavailable',
      message: expect.stringMatching(/unable to open file: .*administrator/),
    });
    expect(calls.map(({ url }) => url.search)).toEqual(['?tokenize_as=taskloom', '']);
  });

  it('fails when the identity service does', async () => {
    stubFetch({ [`GET ${whoami}`]: problem(503) });
    await expect(checkSession()).rejects.toMatchObject({ status: 503 });
  });
});
