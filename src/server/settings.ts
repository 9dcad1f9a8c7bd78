import { resolve } from 'node:path';
import { createEnv } from '@t3-oss/env-core';
import { z } from 'zod';
import { MICROS } from '#core/billing/money.ts';
import { BODY_MAX_BYTES } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { parseRange } from '#core/outbound/address.ts';
import { toClientSettings } from '#core/settings/client-settings.ts';
import type { Endpoint } from '#domain/model/endpoint.ts';
import type { ClientSettings } from '#generated/model/index.ts';
import { StartError } from './db/start-error.ts';
import { EndpointsError, readEndpoints } from './platform/models/endpoints/read-endpoints.ts';

const url = (protocols: string[]) =>
  z.string().refine(
    (text) => {
      const parsed = URL.parse(text);
      return parsed !== null && protocols.includes(parsed.protocol);
    },
    `Must be a URL (${protocols.join(' or ')}//…)`,
  );
const http = () => url(['http:', 'https:']);
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const flag = () => z.enum(['true', 'false']).transform((text) => text === 'true');
const list = () =>
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

const PRICE = /^(\S+\/\S+)=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/;
const prices = () =>
  list()
    .refine(
      (entries) => entries.every((entry) => PRICE.test(entry)),
      'Must be entries such as openai/gpt-5.6=1.5/12: dollars per million input and output tokens',
    )
    .transform(
      (entries) =>
        new Map(
          entries.map((entry) => {
            const [, id = '', input, output] = PRICE.exec(entry) ?? [];
            const micros = (dollars: string | undefined) => Math.round(Number(dollars) * MICROS);
            return [id, { input_price: micros(input), output_price: micros(output) }];
          }),
        ),
    );

/** All server settings, by environment variable. `.env.example` and `docs/settings.md` list the same ones. */
const SERVER_SCHEMA = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  AUTH_METHOD: z.enum(['cookie', 'jwt']).default('jwt'),
  PORT: whole(0, 65_535).default(4000),
  HOST: z.string().default('localhost'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL_SIZE: whole(2, 1000).default(10),
  PUBLIC_URL: http().optional(),
  /** How many proxies are trusted to set X-Forwarded-For; 0 for none. */
  TRUST_PROXY: whole(0, 10).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** At least 32 characters, the same on every node. Generated and stored in DATA_DIR if missing. */
  SECRET_KEY: z.string().min(32, 'Must be at least 32 characters').optional(),
  /** Set to true once if this database's secret is lost, to start with a new one. */
  SECRET_KEY_LOST: flag().default(false),
  CORS_ORIGINS: list().default([]),
  RATE_LIMIT_PER_MINUTE: whole(1, 1_000_000).default(6000),
  /** Wrong keys and tokens from one address. */
  REFUSED_CREDENTIALS_PER_MINUTE: whole(1, 1_000_000).optional(),
  /** The number of runs that this process executes at once, shared by organisations. Further runs wait. */
  MAX_CONCURRENT_RUNS: whole(1, 100_000).default(1024),
  BODY_LIMIT_BYTES: whole(1024, 1024 ** 3).default(BODY_MAX_BYTES),
  SHUTDOWN_SECONDS: whole(0, 3600).default(20),
  /** An external Ory service. If missing, the embedded identity service is used. */
  IDENTITY_URL: http().optional(),
  IDENTITY_JWKS_URL: url(['http:', 'https:', 'file:']).optional(),
  IDENTITY_ISSUER: z.string().min(1).optional(),
  /** Tokens of other audiences are refused, so that a token for another service doesn't work here. */
  IDENTITY_AUDIENCE: z.string().min(1).default('taskloom'),
  /** Used to look up sessions, so that a token ends with its session, and to delete accounts. Ory Network needs the token too. */
  IDENTITY_ADMIN_URL: http().optional(),
  IDENTITY_ADMIN_TOKEN: z.string().min(1).optional(),
  /** Days until an unused account with an unverified address is deleted; 0 for never. */
  UNUSED_ACCOUNT_DAYS: whole(0, 3650).default(30),
  /** Private addresses that webhooks and other requests to user-supplied URLs may reach; none by default. */
  OUTBOUND_ALLOW: list()
    .refine(
      (ranges) => ranges.every(parseRange),
      'Must be IP addresses or ranges such as 10.0.0.0/8',
    )
    .default([]),
  /** Whether /outbox, with the codes in it, may be read from other machines. */
  OUTBOX_PUBLIC: flag().default(false),
  /** Whether /metrics may be read from other machines and through proxies. */
  METRICS_PUBLIC: flag().default(false),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  /** Whether everyone who can sign up is known, so that addresses needn't be verified, nor vouched for, without SMTP. */
  TRUST_ADDRESSES: flag().default(false),
  MAIL_FROM: z.string().default('Taskloom <no-reply@localhost>'),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: http().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: http().optional(),
  COMPATIBLE_BASE_URL: http().optional(),
  COMPATIBLE_API_KEY: z.string().optional(),
  COMPATIBLE_MODELS: list().optional(),
  /** Further endpoints, as JSON or as the path of a JSON file. `readEndpoints` reads and validates them. */
  MODEL_ENDPOINTS: z.string().optional(),
  MODEL_ENDPOINTS_FILE: z.string().optional(),
  /**
   * IDs of embedding models, the default first: `compatible/nomic-embed-text`. With OPENAI_API_KEY, OpenAI's by
   * default.
   */
  EMBEDDING_MODELS: list().optional(),
  /** ID of the model that reads images: `openai/gpt-5-mini`. */
  VISION_MODEL: z.string().optional(),
  /** Payments. Without these settings, every organisation has the limits of the highest plan. */
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** Whether Stripe Tax adds taxes to subscriptions. It has to be set up in Stripe. */
  STRIPE_AUTOMATIC_TAX: flag().default(false),
  STRIPE_API_URL: http().default('https://api.stripe.com'),
  /** Our OAuth client at Google, for connecting drives. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  /** The maximum document size, in MB. */
  DOCUMENT_MAX_MB: whole(1, 2000).default(200),
  /** Dollars per million input and output tokens: `openai/gpt-5.6=1.5/12,compatible/llama=0.1/0.4`. */
  MODEL_PRICES: prices().optional(),
  /** Checks responses against the contract. It costs some time, so it is off in production. */
  CHECK_RESPONSES: flag().optional(),
};

/** The server's settings, validated once at start. `PUBLIC_URL` and `DATA_DIR` are absolute. */
export type Settings = Readonly<
  Omit<
    ReturnType<typeof readServerEnvironment>,
    'PUBLIC_URL' | 'CHECK_RESPONSES' | 'REFUSED_CREDENTIALS_PER_MINUTE'
  > & {
    PUBLIC_URL: string;
    REFUSED_CREDENTIALS_PER_MINUTE: number;
    CHECK_RESPONSES: boolean;
    /** Further endpoints that offer models, with their keys. */
    endpoints: readonly Endpoint[];
    /** The console's settings. */
    client: ClientSettings;
  }
>;

type Environment = Record<string, string | undefined>;

function readServerEnvironment(env: Environment) {
  return createEnv({
    server: SERVER_SCHEMA,
    runtimeEnv: { ...env },
    emptyStringAsUndefined: true,
    isServer: true,
    onValidationError(issues) {
      const lines = issues.map(({ path, message }) => `  ${path?.join('.') ?? ''}: ${message}`);
      throw new StartError(`${MESSAGES.app.environment}\n${lines.join('\n')}`);
    },
  });
}

/**
 * Reads and validates the settings of the server and the console.
 * @throws StartError 'Invalid environment variables' with the problem of each variable
 */
export function readSettings(env: Environment): Settings {
  const read = readServerEnvironment(env);
  const address = read.PUBLIC_URL ?? `http://${hostname(read.HOST)}:${read.PORT}`;
  return {
    ...read,
    DATA_DIR: resolve(read.DATA_DIR),
    PUBLIC_URL: address.replace(/\/+$/, ''),
    REFUSED_CREDENTIALS_PER_MINUTE:
      read.REFUSED_CREDENTIALS_PER_MINUTE ?? refusedCredentials(read.RATE_LIMIT_PER_MINUTE),
    endpoints: endpointsIn(env),
    CHECK_RESPONSES: read.CHECK_RESPONSES ?? read.NODE_ENV !== 'production',
    client: {
      ...toClientSettings({
        ...(read.IDENTITY_URL && { PUBLIC_IDENTITY_URL: read.IDENTITY_URL }),
        ...env,
      }),
      document_max_mb: read.DOCUMENT_MAX_MB,
      document_images: Boolean(read.VISION_MODEL),
    },
  };
}

/** Nobody types so many wrong keys. A higher limit of requests raises it, for tools that test the API from one address. */
function refusedCredentials(requestsPerMinute: number): number {
  return Math.max(120, Math.floor(requestsPerMinute / 50));
}

function endpointsIn(env: Environment): Endpoint[] {
  try {
    return readEndpoints(env);
  } catch (cause) {
    if (!(cause instanceof EndpointsError)) throw cause;
    const lines = cause.message.split('\n').map((line) => `  ${line}`);
    throw new StartError(`${MESSAGES.app.environment}\n${lines.join('\n')}`, { cause });
  }
}

/** The host name for reaching the server from a browser on this machine. IPv6 addresses need brackets. */
function hostname(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
