import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { beginFlow, fetchFlow, submitFlow } from './flow-requests.ts';
import type { FlowKind, FlowParams } from './flow-types.ts';

interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  withCredentials: boolean;
}
const sent: Sent[] = [];

beforeEach(() => {
  sent.length = 0;
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    const [method = '', address = ''] = opened.mock.lastCall ?? [];
    const { pathname: path, searchParams } = new URL(address, 'http://localhost');
    const query = Object.fromEntries(searchParams);
    sent.push({ method, path, query, withCredentials: this.withCredentials });
    this.dispatchEvent(new ProgressEvent('error'));
  });
});

afterEach(() => vi.restoreAllMocks());

it.each<[FlowKind, FlowParams, Record<string, string>]>([
  [
    'login',
    {
      refresh: 'true',
      aal: 'aal2',
      return_to: '/a',
      login_challenge: 'c',
      organization: 'o',
      via: 'email',
    },
    {
      refresh: 'true',
      aal: 'aal2',
      return_to: '/a',
      login_challenge: 'c',
      organization: 'o',
      via: 'email',
    },
  ],
  [
    'registration',
    {
      return_to: '/a',
      login_challenge: 'c',
      after_verification_return_to: '/b',
      organization: 'o',
      aal: 'aal2',
    },
    {
      return_to: '/a',
      login_challenge: 'c',
      after_verification_return_to: '/b',
      organization: 'o',
    },
  ],
  ['recovery', { return_to: '/a', aal: 'aal2' }, { return_to: '/a' }],
  ['verification', { return_to: '/a', aal: 'aal2' }, { return_to: '/a' }],
  ['settings', { return_to: '/a', aal: 'aal2' }, { return_to: '/a' }],
  ['login', {}, {}],
])('a flow of %s is started with %j', async (kind, params, query) => {
  await beginFlow(kind, params);
  const path = `/identity/self-service/${kind}/browser`;
  expect(sent).toEqual([{ method: 'GET', path, query, withCredentials: true }]);
});

it.each<FlowKind>(['login', 'registration', 'recovery', 'verification', 'settings'])(
  'a flow of %s is fetched and submitted by its id',
  async (kind) => {
    await fetchFlow(kind, 'f');
    await submitFlow(kind, 'f', { method: 'password' });
    const path = `/identity/self-service/${kind}`;
    expect(sent).toEqual([
      { method: 'GET', path: `${path}/flows`, query: { id: 'f' }, withCredentials: true },
      { method: 'POST', path, query: { flow: 'f' }, withCredentials: true },
    ]);
  },
);
