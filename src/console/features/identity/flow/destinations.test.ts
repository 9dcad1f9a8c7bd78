import { afterEach, describe, expect, it } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { afterSignIn, consolePath, pathAfter, returnToParam, safePath } from './destinations.ts';
import type { ContinueWith } from './flow-types.ts';

const origin = window.location.origin;
const useIdentity = (identityUrl: string) =>
  configureApi({ apiBaseUrl: '/api/v1', identityUrl, authMethod: 'jwt' });

afterEach(() => useIdentity('/identity'));

describe('return_to', () => {
  it('accepts paths of this console', () => {
    expect(safePath('/projects/p1/tasks?q=a#b')).toBe('/projects/p1/tasks?q=a#b');
    expect(safePath(`${origin}/settings/profile`)).toBe('/settings/profile');
  });

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example/x',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[',
    `${origin}.evil.example/`,
    `${origin}@evil.example/`,
  ])('rejects %s', (value) => {
    expect(safePath(value)).toBe('/');
  });

  it('never returns to the sign-in screens', () => {
    expect(afterSignIn('/auth/login?return_to=/x')).toBe('/');
    expect(afterSignIn('/auth/registration')).toBe('/');
    expect(afterSignIn('/auth/verification?flow=1')).toBe('/auth/verification?flow=1');
  });

  it('is sent as an absolute URL, and omitted for the home page', () => {
    expect(returnToParam('/settings/profile')).toBe(`${origin}/settings/profile`);
    expect(returnToParam('https://evil.example/')).toBeUndefined();
  });
});

describe('URLs from the identity service', () => {
  it('become paths of this console', () => {
    expect(consolePath(`${origin}/identity/self-service/login/browser?aal=aal2`)).toBe(
      '/auth/login?aal=aal2',
    );
    expect(consolePath('/identity/self-service/settings?flow=f1')).toBe(
      '/settings/security?flow=f1',
    );
  });

  it('become paths of this console even if Ory runs on another origin', () => {
    useIdentity('https://ory.example.com');
    expect(
      consolePath('https://ory.example.com/self-service/login/browser?refresh=true&return_to=x'),
    ).toBe('/auth/login?refresh=true&return_to=x');
    expect(consolePath('https://ory.example.com/self-service/methods/oidc/auth/1')).toBeNull();
  });

  it.each([
    'https://ory.example.com',
    'https://ory.example.com/',
    'https://ory.example.com/kratos',
    'https://ory.example.com/kratos//',
    '/identity/',
    '/',
    '',
  ])('become paths of this console for every base URL: %j', (base) => {
    useIdentity(base);
    const service = new URL(base.replace(/\/+$/, ''), origin).href.replace(/\/$/, '');
    expect(consolePath(`${service}/self-service/login/browser?aal=aal2`)).toBe(
      '/auth/login?aal=aal2',
    );
    expect(consolePath(`${origin}/auth/login?flow=f1`)).toBe('/auth/login?flow=f1');
  });

  it('need a full navigation if they lead to a provider or the service itself', () => {
    expect(consolePath('https://accounts.example.com/authorize')).toBeNull();
    expect(consolePath(`${origin}/identity/self-service/methods/oidc/auth/1`)).toBeNull();
  });
});

describe('the destination after a flow', () => {
  const redirect = (to: string): ContinueWith => ({
    action: 'redirect_browser_to',
    redirect_browser_to: to,
  });

  it('prefers the response to the query string, both only within this origin', () => {
    expect(pathAfter([redirect(`${origin}/a`)], '/b')).toBe('/a');
    expect(pathAfter([], '/b')).toBe('/b');
    expect(pathAfter([redirect('https://evil.example/')], '/b')).toBe('/');
  });

  it('is verification, and after that the requested page', () => {
    const verify = {
      action: 'show_verification_ui',
      flow: { id: 'v1', verifiable_address: 'a@b.c' },
    } as ContinueWith;
    expect(pathAfter([redirect(`${origin}/a`), verify], null)).toBe(
      '/auth/verification?flow=v1&return_to=%2Fa',
    );
  });

  it('is the settings page after a recovery', () => {
    const settings = { action: 'show_settings_ui', flow: { id: 's1' } } as ContinueWith;
    expect(pathAfter([redirect(`${origin}/`), settings], null)).toBe('/settings/security?flow=s1');
  });
});
