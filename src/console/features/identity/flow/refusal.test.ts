import { afterEach, expect, it, vi } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { whyRefused, whyUnreachable } from './refusal.ts';

const at = (page: string, identityUrl: string) => {
  vi.stubGlobal('location', new URL(page));
  configureApi({ apiBaseUrl: '/api/v1', identityUrl, authMethod: 'jwt' });
};

afterEach(() => {
  vi.unstubAllGlobals();
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'jwt' });
});

it('a console at 127.0.0.1 needs the address of the service, localhost', () => {
  at('http://127.0.0.1:4100/auth/login?flow=x', 'http://localhost:4433/');
  for (const text of [whyRefused(), whyUnreachable()]) {
    expect(text).toContain('Open http://localhost:4100/auth/login instead.');
  }
});

it.each([
  ['https://app.example.com/auth/login', 'https://id.example.net'],
  ['https://app.example.com/auth/login', 'http://id.example.com'],
  ['http://10.0.0.5:4100/auth/login', 'http://10.0.0.6:4433'],
])('%s and %s are different sites', (page, service) => {
  at(page, service);
  expect(whyRefused()).toContain('only within one site');
});

it.each([
  ['https://app.example.com/auth/login', 'https://id.example.com/kratos/'],
  ['http://localhost:4100/auth/login', 'http://localhost:4433'],
  ['http://localhost:4100/auth/login', '/identity'],
])('on %s, the cookies of %s are sent, so something else is wrong', (page, service) => {
  at(page, service);
  expect(whyRefused()).toContain('refused this form twice');
});

it('a browser without cookies says so', () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  expect(whyRefused()).toContain('Allow cookies');
  vi.restoreAllMocks();
});

it('a service on another origin may not allow this one', () => {
  at('http://localhost:4100/auth/login', 'http://localhost:4433');
  expect(whyUnreachable()).toContain('allows requests from http://localhost:4100');
  at('http://localhost:4100/auth/login', '/identity');
  expect(whyUnreachable()).not.toContain('administrator');
});
