import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  CLIENT_DEFAULTS,
  fromClientSettings,
  readClientEnvironment,
} from '#core/settings/client-settings.ts';
import { readSettings } from './settings.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => {});

describe('server settings', () => {
  it('all have defaults', () => {
    expect(readSettings({})).toMatchObject({
      AUTH_METHOD: 'jwt',
      PORT: 4000,
      HOST: 'localhost',
      PUBLIC_URL: 'http://localhost:4000',
      client: {
        api_base_url: '/api/v1',
        identity_url: '/identity',
        auth_method: 'jwt',
        stripe_publishable_key: 'pk_test_unset',
      },
    });
    expect(readSettings({}).client).not.toHaveProperty('mixpanel_token');
  });

  it("contain the console's settings", () => {
    const { client } = readSettings({
      AUTH_METHOD: 'cookie',
      IDENTITY_URL: 'https://id.example.com',
      PUBLIC_MIXPANEL_TOKEN: 'token',
      PUBLIC_PRICE_PROFESSIONAL_MONTHLY: 'price_1',
      PUBLIC_PRICE_PROFESSIONAL_YEARLY: 'price_2',
      PUBLIC_PRICE_TEAMS_MONTHLY: 'price_3',
      PUBLIC_PRICE_TEAMS_YEARLY: 'price_4',
      PUBLIC_CHAT_WIDGET_APP_ID: 'ab12cd34',
      PUBLIC_STRIPE_PUBLISHABLE_KEY: '',
    });
    expect(client).toMatchObject({
      auth_method: 'cookie',
      identity_url: 'https://id.example.com',
      mixpanel_token: 'token',
      price_professional_monthly: 'price_1',
      price_professional_yearly: 'price_2',
      price_teams_monthly: 'price_3',
      price_teams_yearly: 'price_4',
      chat_widget_app_id: 'ab12cd34',
      stripe_publishable_key: 'pk_test_unset',
    });
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT: Must be a whole number'],
    [{ PORT: '70000' }, 'PORT'],
    [{ AUTH_METHOD: 'basic' }, 'AUTH_METHOD'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: Must be a URL (postgres: or postgresql://…)'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY: Must be at least 32 characters'],
    [{ COMPATIBLE_BASE_URL: 'localhost:11434' }, 'COMPATIBLE_BASE_URL'],
    [{ MODEL_ENDPOINTS: '{"endpoints":[{"id":"A"}]}' }, 'MODEL_ENDPOINTS: /endpoints/0/id Must be'],
  ])('reject %o with the reason', (env, text) => {
    expect(() => readSettings(env)).toThrow('Invalid environment variables');
    expect(() => readSettings(env)).toThrow(text);
  });
});

describe('client settings', () => {
  const given = readSettings({}).client;

  it('reach the console unchanged', () => {
    expect(fromClientSettings(given, false).PUBLIC_API_BASE_URL).toBe('/api/v1');
  });

  it.each(['api_base_url', 'free_tier_project_id', 'identity_url', 'stripe_publishable_key'])(
    'fail without %s',
    (field) => {
      const log = quiet();
      expect(() => fromClientSettings({ ...given, [field]: undefined }, false)).toThrow(
        'Invalid environment variables',
      );
      expect(log.mock.calls[0]?.[0]).toBe('Invalid environment variables');
    },
  );

  it.each([
    [{ api_base_url: 'not a url' }, 'PUBLIC_API_BASE_URL'],
    [{ api_base_url: 'ftp://example.com' }, 'PUBLIC_API_BASE_URL'],
    [{ api_base_url: '//other.example/api' }, 'PUBLIC_API_BASE_URL'],
    [{ identity_url: 'https://' }, 'PUBLIC_IDENTITY_URL'],
    [{ free_tier_project_id: 'free' }, 'PUBLIC_FREE_TIER_PROJECT_ID'],
    // The secret key must never reach a page.
    [{ stripe_publishable_key: 'sk_live_1' }, 'PUBLIC_STRIPE_PUBLISHABLE_KEY'],
  ])('fail when set wrong: %o', (wrong, name) => {
    const log = quiet();
    expect(() => fromClientSettings({ ...given, ...wrong }, false)).toThrow(
      'Invalid environment variables',
    );
    expect(log.mock.calls[0]?.[1]).toMatchObject([{ path: [name] }]);
    const env = { [name]: Object.values(wrong)[0] };
    expect(() => readSettings(env)).toThrow('Invalid environment variables');
  });

  it.each(['/api/v1', '/', 'http://localhost:4000/api/v1', 'https://api.example.com'])(
    'may name the API by %s',
    (api_base_url) => {
      expect(readSettings({ PUBLIC_API_BASE_URL: api_base_url }).client).toMatchObject({
        api_base_url,
      });
    },
  );

  it("don't contain server settings", () => {
    const env = { ...CLIENT_DEFAULTS, AUTH_METHOD: 'cookie' };
    expect(readClientEnvironment(env, true).AUTH_METHOD).toBe('cookie');
    expect(() => readClientEnvironment(env, false).AUTH_METHOD).toThrow(
      'AUTH_METHOD is a server setting',
    );
  });
});
