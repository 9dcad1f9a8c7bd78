import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSource, type Source } from '../diff/source.ts';
import { type Found, operationsIn, type Parameter, parametersIn, part } from '../walk.ts';
import { writeGenerated } from './write-generated.ts';

const HEADER = '// Generated from openapi/. Do not edit: run `npm run generate`.';
/** Tags that describe how an operation responds. The area of such an operation is `x-area`, or that of the path above. */
const MANNERS = new Set(['stream', 'export']);

type Content = Record<string, { schema?: { $ref?: string } }>;

interface RawOperation {
  operationId: string;
  tags: string[];
  'x-permission': unknown;
  'x-sensitive'?: true;
  'x-area'?: string;
  security?: Record<string, unknown>[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Operation extends Found {
  raw: RawOperation;
  area: string;
  parameters: Parameter[];
  /** The form field that contains a file. */
  file: string | undefined;
}

/**
 * Writes `operations/index.ts` from the bundle in `build/openapi.json`: the types, path, permission, statuses and area of
 * each operation, which the domain, its guard and both binders need. `operations/answers.ts` loads the schemas of their
 * responses.
 */
export async function generateOperations(root: string): Promise<void> {
  const contract = JSON.parse(await readFile(join(root, 'build/openapi.json'), 'utf8'));
  const found = readOperations(openSource(contract, 'contract'));
  const index = operationsFile(found, contract.info.version);
  await writeGenerated(root, 'operations/index.ts', index);
  await writeGenerated(root, 'operations/answers.ts', answersFile(found));
}

function readOperations(source: Source): Operation[] {
  const all = operationsIn(source).map((one) => ({
    ...one,
    raw: one.value as unknown as RawOperation,
  }));
  return all.map((one) => {
    const form = one.raw.requestBody?.content['multipart/form-data']?.schema;
    const { properties = {} } = form ? part(source, form, one.pointer).value : {};
    const fields = Object.entries(properties as Record<string, { format?: string }>);
    return {
      ...one,
      area: areaOf(one, all),
      parameters: parametersIn(source, one),
      file: fields.find(([, { format }]) => format === 'binary')?.[0],
    };
  });
}

type WithRaw = Pick<Operation, 'path' | 'raw'>;

function areaOf({ path, raw }: WithRaw, all: readonly WithRaw[]): string {
  const [tag = ''] = raw.tags;
  if (!MANNERS.has(tag)) return tag;
  const parent = path.slice(0, path.lastIndexOf('/'));
  const above = all.filter((one) => one.path === parent).map((one) => one.raw.tags[0] ?? '');
  const area = raw['x-area'] ?? above.find((one) => !MANNERS.has(one));
  if (area) return area;
  throw new Error(`${raw.operationId}: the path above ${path} has no operation that names an area`);
}

function operationsFile(found: readonly Operation[], version: string): string {
  // A socket's handshake has no response body, so hey-api generates no type for it.
  const responds = ({ raw }: Operation) => !raw.responses[101];
  const imports = found.flatMap((one) => {
    const name = pascal(one.raw.operationId);
    return [`  ${name}Data,`, ...(responds(one) ? [`  ${name}Responses,`] : [])];
  });
  const types = found.map((one) => {
    const name = pascal(one.raw.operationId);
    const responses = responds(one) ? `${name}Responses` : 'Record<never, never>';
    return `  ${one.raw.operationId}: { data: ${name}Data; responses: ${responses} };`;
  });
  const table = found.map(
    (one) => `  ${one.raw.operationId}: ${JSON.stringify(description(one))},`,
  );
  return [
    HEADER,
    'import type {',
    ...imports,
    "} from '../sdk/types.gen.ts';",
    '',
    '/** What each operation takes and returns. */',
    'export interface OperationTypes {',
    ...types,
    '}',
    '',
    'export type OperationId = keyof OperationTypes;',
    '',
    '/** The version of the contract. */',
    `export const API_VERSION = '${version}';`,
    '',
    '/** What the contract says about each operation besides its types, in the order of the contract. */',
    'export const OPERATIONS = {',
    ...table,
    '} as const;',
    '',
  ].join('\n');
}

/** The schemas of JSON responses. Each is loaded when it is needed. */
function answersFile(found: readonly Operation[]): string {
  const answers = found.flatMap(({ method, path, raw }) =>
    Object.entries(raw.responses).flatMap(([status, { content }]) => {
      const name = content?.['application/json']?.schema?.$ref?.split('/').at(-1);
      if (name === undefined) return [];
      const file = `../model/${name.charAt(0).toLowerCase()}${name.slice(1)}.zod.ts`;
      const load = `async () => (await import('${file}')).${name}`;
      const route = `'${method}', '${path}', ${status}`;
      return [`  ['${raw.operationId}', ${route}, '${name}', ${load}],`];
    }),
  );
  return [
    HEADER,
    "import type { ZodMiniType } from 'zod/mini';",
    '',
    '/** The JSON responses: operation, method, path, status, and the name of the schema. */',
    'export const ANSWERS: readonly (readonly [',
    '  operation: string,',
    '  method: string,',
    '  path: string,',
    '  status: number,',
    '  schema: string,',
    '  load: () => Promise<ZodMiniType>,',
    '])[] = [',
    ...answers,
    '];',
    '',
  ].join('\n');
}

function description({ path, method, area, raw, parameters, file }: Operation) {
  const json = raw.requestBody?.content['application/json']?.schema?.$ref;
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, value: { required = false, schema } }) => ({ name, required, schema }));
  return {
    id: raw.operationId,
    area,
    method,
    path,
    permission: raw['x-permission'],
    takesApiKey: raw.security?.some((scheme) => 'apiKey' in scheme) ?? false,
    /** The scopes that an access token needs; absent if none is accepted. */
    ...oauth(raw),
    /** A token alone must be new: see `authenticate`. */
    isSensitive: raw['x-sensitive'] ?? false,
    isIdempotent: headers.some(({ name }) => name === 'Idempotency-Key'),
    headers,
    query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    /** The schema of a JSON body. */
    ...(json && { body: json.split('/').at(-1) }),
    ...(file && { file }),
    ...sends(raw),
    statuses: Object.keys(raw.responses).map(Number),
  };
}

function oauth({ security }: RawOperation): { scopes?: unknown } {
  const accepted = security?.find((scheme) => 'oauth' in scheme);
  return accepted ? { scopes: accepted.oauth } : {};
}

/** How a successful response is sent when it is not JSON. */
function sends({ responses }: RawOperation): { sends?: 'events' | 'text' | 'socket' } {
  if (responses[101]) return { sends: 'socket' };
  const types = Object.keys(responses[200]?.content ?? {});
  if (types.length === 0 || types.includes('application/json')) return {};
  return { sends: types.includes('text/event-stream') ? 'events' : 'text' };
}

function pascal(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}
