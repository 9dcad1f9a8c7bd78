import { createEnv, type StandardSchemaV1 } from '@t3-oss/env-core';
import type { ClientSettings } from '#generated/model/index.ts';
import { MESSAGES } from '../messages.ts';

const isProjectId = (text: string) => /^project_\w+$/.test(text);
const isPublishableKey = (text: string) => /^pk_(test|live)_\w+$/.test(text);

/** The console's settings, required and optional, by environment variable (specification, section 5). */
const CLIENT_SCHEMA = {
  PUBLIC_API_BASE_URL: address(),
  PUBLIC_FREE_TIER_PROJECT_ID: required(isProjectId, 'Must be the ID of a project: project_…'),
  PUBLIC_IDENTITY_URL: address(),
  PUBLIC_STRIPE_PUBLISHABLE_KEY: required(
    isPublishableKey,
    'Must be a publishable key: pk_test_… or pk_live_…',
  ),
  PUBLIC_MIXPANEL_TOKEN: optional(),
  PUBLIC_PRICE_PROFESSIONAL_MONTHLY: optional(),
  PUBLIC_PRICE_PROFESSIONAL_YEARLY: optional(),
  PUBLIC_PRICE_TEAMS_MONTHLY: optional(),
  PUBLIC_PRICE_TEAMS_YEARLY: optional(),
  PUBLIC_CHAT_WIDGET_APP_ID: optional(),
};

/** Server settings that the console's code may mention; reading one in a browser is an error. */
const SERVER_SCHEMA = {
  AUTH_METHOD: oneOf('jwt', 'cookie'),
};

type ClientName = keyof typeof CLIENT_SCHEMA;

/** Environment variable → field of the contract's ClientSettings. This is the only mapping. */
const FIELDS = {
  PUBLIC_API_BASE_URL: 'api_base_url',
  PUBLIC_FREE_TIER_PROJECT_ID: 'free_tier_project_id',
  PUBLIC_IDENTITY_URL: 'identity_url',
  PUBLIC_STRIPE_PUBLISHABLE_KEY: 'stripe_publishable_key',
  PUBLIC_MIXPANEL_TOKEN: 'mixpanel_token',
  PUBLIC_PRICE_PROFESSIONAL_MONTHLY: 'price_professional_monthly',
  PUBLIC_PRICE_PROFESSIONAL_YEARLY: 'price_professional_yearly',
  PUBLIC_PRICE_TEAMS_MONTHLY: 'price_teams_monthly',
  PUBLIC_PRICE_TEAMS_YEARLY: 'price_teams_yearly',
  PUBLIC_CHAT_WIDGET_APP_ID: 'chat_widget_app_id',
} as const satisfies Record<ClientName, keyof ClientSettings>;

/** The id of the `script` element (type application/json) through which the server passes the settings to the page. */
export const CLIENT_SETTINGS_ELEMENT = 'client-settings';

/** The defaults: everything on one origin, and no payments. */
export const CLIENT_DEFAULTS: Readonly<Partial<Record<ClientName, string>>> = {
  PUBLIC_API_BASE_URL: '/api/v1',
  PUBLIC_FREE_TIER_PROJECT_ID: 'project_00000000000000000000000000',
  PUBLIC_IDENTITY_URL: '/identity',
  PUBLIC_STRIPE_PUBLISHABLE_KEY: 'pk_test_unset',
};

type Environment = Record<string, string | undefined>;

/**
 * Validates the console's settings. In a browser (`isServer` false), reading a server setting such as `AUTH_METHOD`
 * throws.
 * @throws Error 'Invalid environment variables', after logging the invalid ones
 */
export function readClientEnvironment(env: Environment, isServer?: boolean) {
  return createEnv({
    clientPrefix: 'PUBLIC_',
    client: CLIENT_SCHEMA,
    server: SERVER_SCHEMA,
    runtimeEnv: { ...env },
    emptyStringAsUndefined: true,
    ...(isServer !== undefined && { isServer }),
    onValidationError(issues) {
      console.error(MESSAGES.app.environment, issues);
      throw new Error(MESSAGES.app.environment);
    },
    onInvalidAccess(name) {
      throw new Error(`${name} is a server setting and cannot be read in the browser`);
    },
  });
}

/**
 * The settings that the server passes to the console, from its own environment. Unset variables get the defaults for an
 * embedded installation.
 */
export function toClientSettings(
  env: Environment,
): Omit<ClientSettings, 'document_max_mb' | 'document_images'> {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const read = readClientEnvironment({ ...CLIENT_DEFAULTS, ...Object.fromEntries(given) }, true);
  const fields = Object.entries(FIELDS).map(([name, field]) => [field, read[name as ClientName]]);
  const set = fields.filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(set), auth_method: read.AUTH_METHOD } as ReturnType<
    typeof toClientSettings
  >;
}

/**
 * Validates the settings passed to the console, as a browser may read them: `AUTH_METHOD` comes from their
 * `auth_method`.
 * @throws Error 'Invalid environment variables', after logging the invalid ones
 */
export function fromClientSettings(settings: Partial<ClientSettings>, isServer?: boolean) {
  const env = Object.entries(FIELDS).map(([name, field]) => [name, settings[field]]);
  return readClientEnvironment(Object.fromEntries(env) as Environment, isServer);
}

/**
 * Schemas for settings that implement Standard Schema, as createEnv requires. Not zod: these few are in the console's
 * first chunk, where zod would add 14 kB.
 */
function schema<T>(
  read: (value: unknown) => { value: T } | { problem: string },
): StandardSchemaV1<unknown, T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'taskloom',
      validate(value) {
        const found = read(value);
        return 'value' in found ? found : { issues: [{ message: found.problem }] };
      },
    },
  };
}

/** A required string that has to pass a check. */
function required(isValid: (text: string) => boolean, problem: string) {
  return schema<string>((value) => {
    if (typeof value !== 'string' || value === '') return { problem: 'Required' };
    return isValid(value) ? { value } : { problem };
  });
}

/** The location of a service: an http(s) URL, or a path on the console's own origin. */
function address() {
  return required(
    (text) => /^(https?:\/\/|\/(?!\/))\S*$/.test(text) && URL.canParse(text, 'http://localhost'),
    'Must be a URL (http: or https:), or a path that begins with /',
  );
}

/** An optional string. */
function optional() {
  return schema<string | undefined>((value) => {
    if (value === undefined) return { value };
    return typeof value === 'string' && value !== '' ? { value } : { problem: 'Must be a string' };
  });
}

/** One of a few words; the first is the default. */
function oneOf<const T extends string>(first: T, ...others: T[]) {
  const words = [first, ...others];
  return schema<T>((value) => {
    if (value === undefined) return { value: first };
    const word = words.find((each) => each === value);
    return word === undefined
      ? { problem: `Must be one of: ${words.join(', ')}` }
      : { value: word };
  });
}
