import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { MICROS } from '#core/billing/money.ts';
import { isId } from '#core/ids.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { type OfferedModel, typeByName } from '#core/model/offered-model.ts';
import type { Endpoint } from '#domain/model/endpoint.ts';
import { ModelSupport } from '#generated/model/modelSupport.zod.ts';

/** The names of endpoints that other settings configure. */
const RESERVED = ['sandbox', 'openai', 'anthropic', 'compatible'];
const FILE_MAX_BYTES = 1024 * 1024;
const ENDPOINTS_MAX = 50;
const MODELS_MAX = 1000;

const text = (max: number) => z.string().trim().min(1).max(max);
const tokens = z.int().min(1).max(100_000_000);
/** Dollars per million tokens, in micro-dollars. */
const price = z
  .number()
  .min(0)
  .max(100_000)
  .transform((dollars) => Math.round(dollars * MICROS));
const variable = z.string().regex(/^[A-Za-z_]\w*$/, 'Must be the name of an environment variable');

const supports = z.strictObject(ModelSupport.shape).partial();

const model = z
  .strictObject({
    name: text(180),
    title: text(180).optional(),
    type: z.enum(['chat', 'embedding']).optional(),
    context_window: tokens.optional(),
    max_output_tokens: tokens.optional(),
    input_price: price.optional(),
    output_price: price.optional(),
    supports: supports.optional(),
  })
  .refine(
    ({ input_price, output_price, type }) =>
      type === 'embedding' || (input_price === undefined) === (output_price === undefined),
    'Needs both input_price and output_price, or neither',
  );

const baseUrl = z
  .string()
  .refine(
    (given) => /^https?:$/.test(URL.parse(given)?.protocol ?? ''),
    'Must be a URL (http: or https://…)',
  )
  .refine((given) => {
    const url = URL.parse(given);
    return !url || (url.username === '' && url.password === '' && url.search === '');
  }, 'Must not contain a password or a query; use key_env or headers')
  .transform((given) => given.replace(/\/+$/, ''));

const endpoint = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Must be lower-case letters, digits and hyphens')
    .refine(
      (id) => !isId('endpoint', id),
      'Must not look like the ID of an endpoint in the database',
    )
    .refine((id) => !RESERVED.includes(id), `Must not be one of ${RESERVED.join(', ')}`),
  name: text(60).optional(),
  protocol: z.enum(['openai', 'anthropic']).default('openai'),
  base_url: baseUrl,
  key_env: variable.optional(),
  headers: z
    .record(
      z.string().regex(/^[\w-]{1,100}$/, 'Must be the name of a header'),
      z.union([z.string().max(2000), z.strictObject({ env: variable })]),
    )
    .optional(),
  body: z.record(z.string().max(100), z.json()).optional(),
  models: z
    .array(z.union([text(180), model]))
    .max(MODELS_MAX)
    .default([]),
  supports: supports.optional(),
});

const file = z.strictObject({
  $schema: z.string().optional(),
  endpoints: z
    .array(endpoint)
    .max(ENDPOINTS_MAX)
    .refine(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
      'Two endpoints have the same id',
    ),
});

type Environment = Readonly<Record<string, string | undefined>>;
type Given = z.output<typeof endpoint>;

/** Settings of endpoints that can't be used, one problem per line. */
export class EndpointsError extends Error {
  override readonly name = 'EndpointsError';
}

/**
 * The endpoints in MODEL_ENDPOINTS (JSON) or in the file MODEL_ENDPOINTS_FILE.
 * @throws EndpointsError with the problem and place of each mistake
 */
export function readEndpoints(env: Environment): Endpoint[] {
  const { MODEL_ENDPOINTS: json, MODEL_ENDPOINTS_FILE: path } = env;
  if (json && path)
    throw new EndpointsError('MODEL_ENDPOINTS: Set either this or MODEL_ENDPOINTS_FILE');
  if (path) return read(readFile(path), 'MODEL_ENDPOINTS_FILE', env);
  return json ? read(json, 'MODEL_ENDPOINTS', env) : [];
}

function readFile(path: string): string {
  try {
    if (statSync(path).size > FILE_MAX_BYTES) throw new Error('larger than 1 MB');
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : message;
    throw new EndpointsError(`MODEL_ENDPOINTS_FILE: Can't read ${path} (${reason})`, { cause });
  }
}

function read(json: string, setting: string, env: Environment): Endpoint[] {
  let given: unknown;
  try {
    given = parseJson(json);
  } catch (cause) {
    throw new EndpointsError(`${setting}: Must be JSON (${(cause as Error).message})`, { cause });
  }
  const parsed = file.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      ({ path, message }) => `${setting}: ${['', ...path].join('/')} ${message}`,
    );
    throw new EndpointsError(lines.join('\n'));
  }
  const missing = parsed.data.endpoints.flatMap((one, index) => missingVariables(one, index, env));
  if (missing.length > 0)
    throw new EndpointsError(missing.map((line) => `${setting}: ${line}`).join('\n'));
  return parsed.data.endpoints.map((one) => toEndpoint(one, env));
}

function missingVariables({ key_env, headers = {} }: Given, index: number, env: Environment) {
  const named = [
    ...(key_env ? [['key_env', key_env] as const] : []),
    ...Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [] : [[`headers/${name}/env`, value.env] as const],
    ),
  ];
  return named
    .filter(([, name]) => !env[name])
    .map(([at, name]) => `/endpoints/${index}/${at} The variable ${name} is not set`);
}

function toEndpoint(given: Given, env: Environment): Endpoint {
  const { id, name = id, protocol, base_url, key_env, headers = {}, body, models } = given;
  return {
    id,
    name,
    provider: protocol === 'anthropic' ? 'anthropic' : 'compatible',
    baseUrl: base_url,
    apiKey: key_env && env[key_env],
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [
        header.toLowerCase(),
        typeof value === 'string' ? value : (env[value.env] ?? ''),
      ]),
    ),
    body,
    models: models.map(toOffered),
    isOpen: models.length === 0,
    supports: given.supports as Endpoint['supports'],
    settings: { key: key_env ?? `key_env of endpoint ${id}`, url: `base_url of endpoint ${id}` },
  };
}

function toOffered(given: Given['models'][number]): OfferedModel {
  const stated = typeof given === 'string' ? { name: given } : given;
  const type = stated.type ?? typeByName(stated.name) ?? 'chat';
  const isEmbedding = type === 'embedding' && stated.input_price !== undefined;
  return {
    ...(stated as Omit<OfferedModel, 'type'>),
    ...(isEmbedding && { output_price: stated.output_price ?? 0 }),
    type,
  };
}
