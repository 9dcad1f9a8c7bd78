import { composeFile, ONE_ORIGIN_PROXY, TWO_ORIGINS_PROXY } from './compose.ts';
import { CLAIMS_MAPPER, IDENTITY_SCHEMA, kratosConfig } from './kratos.ts';
import { SSO_MAPPER, SSO_ONLY_SERVICE, ssoConfig, ssoOnlyConfig } from './sso-files.ts';

const APP = 'https://app.example.com';
const MOUNTED = '/etc/kratos';

const LOCAL = {
  console: 'http://localhost:4000',
  identity: 'http://localhost:4433/',
  folder: MOUNTED,
  host: 'localhost',
};
const ONE_ORIGIN = {
  console: APP,
  identity: `${APP}/identity/`,
  folder: MOUNTED,
  host: '0.0.0.0',
};
const TWO_ORIGINS = {
  console: APP,
  identity: 'https://id.example.com/',
  folder: MOUNTED,
  domain: 'example.com',
  host: '0.0.0.0',
};

/** The files of the page, by their path under `/docs/identity/`. */
export const IDENTITY_FILES = {
  'identity.schema.json': IDENTITY_SCHEMA,
  'claims.jsonnet': CLAIMS_MAPPER,
  'local/kratos.yml': kratosConfig(LOCAL),
  'one-origin/kratos.yml': kratosConfig(ONE_ORIGIN),
  'one-origin/compose.yml': composeFile({ console: APP, identity: `${APP}/identity` }),
  'one-origin/Caddyfile': ONE_ORIGIN_PROXY,
  'two-origins/kratos.yml': kratosConfig(TWO_ORIGINS),
  'two-origins/compose.yml': composeFile({ console: APP, identity: 'https://id.example.com' }),
  'two-origins/Caddyfile': TWO_ORIGINS_PROXY,
  'sso/sso.yml': ssoConfig(LOCAL),
  'sso/acme.jsonnet': SSO_MAPPER,
  'sso/sso-only.yml': ssoOnlyConfig(),
  'sso/refuse.mjs': SSO_ONLY_SERVICE,
} as const;

export type IdentityFile = keyof typeof IDENTITY_FILES;
