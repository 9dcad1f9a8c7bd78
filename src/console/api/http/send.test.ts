import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthMethod } from '#generated/model/index.ts';
import { isApiError } from '../api-error.ts';
import { dropToken } from '../auth-token.ts';
import { configureApi } from '../config.ts';
import { messageOf } from '../error-message.ts';
import { fetcher } from '../fetcher.ts';
import { checkSession, forgetSession } from '../session.ts';
import { json, jwt, problem, stubFetch } from '../testing.ts';

const api = '/api/v1';
const whoami = 'GET /identity/sessions/whoami';
const signedIn = (token?: string) => json({ id: 's1', tokenized: token });

function use(authMethod: AuthMethod) {
  configureApi({ apiBaseUrl: api, identityUrl: '/identity', authMethod });
}

const reload = vi.fn();

beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});

afterEach(() => {
  reload.mockReset();
  forgetSession();
  dropToken();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['application/json', '{"id": "u'],
  ['text/html', '<h1>Sign in to the proxy</h1>'],
])('a response that cannot be read (%s) is an error with its status', async (type, body) => {
  use('cookie');
  const headers = { 'content-type': type, 'x-request-id': 'req_1' };
  stubFetch({ [`GET ${api}/user`]: new Response(body, { headers }) });
  const error = await fetcher('/user', {}).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 200, problem: null, requestId: 'req_1' });
  expect(messageOf(error)).toBe('unexpected error');
});

describe('401 of the product API, with cookies', () => {
  beforeEach(() => use('cookie'));

  it('reloads the page', async () => {
    stubFetch({ [whoami]: signedIn(), [`GET ${api}/user`]: problem(401, 'unauthenticated') });
    await checkSession();
    await expect(fetcher('/user', {})).rejects.toSatisfy((error) => isApiError(error, 401));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not when the URL contains datasource', async () => {
    stubFetch({ [whoami]: signedIn(), [`GET ${api}/datasource/1`]: problem(401) });
    await checkSession();
    await expect(fetcher('/datasource/1', {})).rejects.toThrow();
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload forever', async () => {
    stubFetch({ [whoami]: signedIn(), [`GET ${api}/user`]: problem(401) });
    await checkSession();
    await expect(fetcher('/user', {})).rejects.toThrow();
    await expect(fetcher('/user', {})).rejects.toThrow();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not when nobody was signed in, even if that is only known later', async () => {
    const response = Promise.withResolvers<Response>();
    stubFetch({ [whoami]: () => response.promise, [`GET ${api}/user`]: problem(401) });
    checkSession();
    const call = expect(fetcher('/user', {})).rejects.toThrow();
    response.resolve(problem(401));
    await call;
    expect(reload).not.toHaveBeenCalled();
  });

  it('sends credentials and no token', async () => {
    const { calls, fetch } = stubFetch({ [`GET ${api}/user`]: json({ id: 'u' }) });
    await fetcher('/user', { headers: { 'If-Match': undefined } as unknown as HeadersInit });
    expect(fetch.mock.calls[0]?.[1]?.credentials).toBe('include');
    expect(calls[0]?.headers.get('authorization')).toBeNull();
    expect(calls[0]?.headers.has('if-match')).toBe(false);
  });
});

describe('401 of the product API, with tokens', () => {
  beforeEach(() => use('jwt'));

  it('retries once with a new token before reloading', async () => {
    const tokens = [jwt('old'), jwt('new')];
    let checks = 0;
    const { calls, count } = stubFetch({
      [whoami]: () => signedIn(tokens[checks++]),
      [`GET ${api}/user`]: () => (checks === 1 ? problem(401) : json({ id: 'u' })),
    });
    await expect(fetcher('/user', {})).resolves.toMatchObject({ id: 'u' });
    const sent = calls.filter(({ path }) => path === `${api}/user`);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(
      tokens.map((token) => `Bearer ${token}`),
    );
    expect(count('/identity/sessions/whoami')).toBe(2);
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads when the new token is rejected too', async () => {
    const { count } = stubFetch({
      [whoami]: () => signedIn(jwt('t')),
      [`GET ${api}/user`]: problem(401),
    });
    await expect(fetcher('/user', {})).rejects.toThrow();
    expect(count(`${api}/user`)).toBe(2);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads when the session has ended, without calling the API', async () => {
    let signed = true;
    const { count } = stubFetch({
      [whoami]: () => (signed ? signedIn(jwt('t', 1)) : problem(401)),
      [`GET ${api}/user`]: json({ id: 'u' }),
    });
    await fetcher('/user', {});
    signed = false;
    await expect(fetcher('/user', {})).rejects.toSatisfy((error) => isApiError(error, 401));
    expect(count(`${api}/user`)).toBe(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('repeats what needs a newer token with a new one', async () => {
    let calls = 0;
    let issued = 0;
    const { count } = stubFetch({
      [whoami]: () => signedIn(jwt(`t${++issued}`, 300)),
      [`DELETE ${api}/org/o`]: () =>
        ++calls === 1 ? problem(401, 'token_too_old') : new Response(null, { status: 204 }),
    });
    await fetcher('/org/o', { method: 'DELETE' });
    expect([issued, count(`${api}/org/o`)]).toEqual([2, 2]);
    expect(reload).not.toHaveBeenCalled();
  });

  it("doesn't reload if a new token is too old too, since that signs nobody out", async () => {
    stubFetch({
      [whoami]: () => signedIn(jwt('t', 300)),
      [`DELETE ${api}/org/o`]: () => problem(401, 'token_too_old'),
    });
    const deleting = fetcher('/org/o', { method: 'DELETE' });
    await expect(deleting).rejects.toSatisfy((error) => isApiError(error, 401));
    expect(reload).not.toHaveBeenCalled();
  });

  it('never reloads because identity is unreachable', async () => {
    stubFetch({ [whoami]: problem(503) });
    await expect(fetcher('/user', {})).rejects.toSatisfy((error) => isApiError(error, 503));
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('responses', () => {
  beforeEach(() => use('cookie'));

  it('without a body are undefined', async () => {
    stubFetch({ [`DELETE ${api}/org/o`]: new Response(null, { status: 204 }) });
    await expect(fetcher('/org/o', { method: 'DELETE' })).resolves.toBeUndefined();
  });

  it('with an error status become errors with their problem and request ID', async () => {
    stubFetch({
      [`GET ${api}/a`]: json({ type: 't', title: 'T', status: 409, code: 'name_taken' }, 409, {
        'x-request-id': 'req_1',
      }),
      [`GET ${api}/b`]: new Response('<html>', { status: 502 }),
    });
    await expect(fetcher('/a', {})).rejects.toMatchObject({
      code: 'name_taken',
      requestId: 'req_1',
    });
    await expect(fetcher('/b', {})).rejects.toMatchObject({ status: 502, problem: null });
  });

  it('that never arrive become errors with status 0, and aborted requests stay aborts', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')));
    await expect(fetcher('/a', {})).rejects.toMatchObject({ status: 0 });
    const abort = new DOMException('stop', 'AbortError');
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(abort));
    await expect(fetcher('/a', {})).rejects.toBe(abort);
  });
});
