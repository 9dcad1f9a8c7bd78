import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { withEventSchemas } from '#contract/document/event-schemas.ts';
import { createSseParser } from '#core/sse.ts';
import contract from '#generated/openapi.json' with { type: 'json' };

/**
 * Checks responses against the contract: the status and content type are declared, and the body (or each event of a
 * stream) matches its schema. Uses Ajv on the contract itself, not the generated zod validators, so that a generator
 * bug can't hide.
 */
interface Operation {
  operationId: string;
  responses: Record<string, Response>;
}
interface Response {
  $ref?: string;
  content?: Record<string, object>;
}

const whole = withEventSchemas(contract);
const document = whole as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...whole, $id: 'contract' });
const prefix = '/api/v1';

/** The contract violations of a response, as messages. Empty if it is valid. */
export async function contractViolations(
  method: string,
  url: string,
  response: globalThis.Response,
): Promise<string[]> {
  const path = new URL(url).pathname;
  const operation = findOperation(method, path);
  if (!operation)
    return response.status === 404 || response.status === 405
      ? []
      : [`${method} ${path} is not in the contract`];
  const at = `${operation.operationId} ${response.status}`;
  const declared = operation.responses[String(response.status)];
  if (!declared) return [`${at}: the status is not declared`];
  const { content } = declared.$ref ? shared(declared.$ref) : declared;
  const body = await response.text();
  if (!content) return body === '' ? [] : [`${at}: unexpected body`];
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  if (!(type in content)) return [`${at}: content type ${type || 'none'} is not declared`];
  const pointer = pointerTo(operation, method, declared, response.status, type);
  const bodies = valuesIn(body, type);
  return bodies.flatMap((value) => {
    if (ajv.validate(pointer, value)) return [];
    return [`${at}: ${ajv.errorsText(ajv.errors)} in ${JSON.stringify(value).slice(0, 400)}`];
  });
}

/** The values in a body: the events of a stream, the lines of a JSONL file, a text, or a single JSON value. */
function valuesIn(body: string, type: string): unknown[] {
  const parse = (text: string) => JSON.parse(text) as unknown;
  if (type === 'application/x-ndjson') return body.split('\n').filter(Boolean).map(parse);
  if (type !== 'text/event-stream') return [type.includes('json') ? parse(body) : body];
  return createSseParser()
    .push(body)
    .map((event) => parse(event.data));
}

/** A `fetch` that throws if the response violates the contract. `target` names the tested side in the coverage record. */
export async function checkedFetch(
  input: string | URL | Request,
  init?: RequestInit,
  target?: string,
): Promise<globalThis.Response> {
  const request = new Request(input, init);
  const response = await fetch(request);
  if (new URL(request.url).pathname.startsWith(prefix)) {
    record(request, response, target);
    const violations = await contractViolations(request.method, request.url, response.clone());
    if (violations.length > 0) throw new Error(violations.join('\n'));
  }
  return response;
}

/** Records a socket for the coverage. `messages` are as in `client hello`. */
export function recordSocket(url: string, messages: string[], target: string): void {
  append({ target, method: 'GET', url: new URL(url).pathname, status: 101, messages });
}

function record(request: Request, response: globalThis.Response, target: string | undefined): void {
  const { pathname, search } = new URL(request.url);
  append({
    target,
    method: request.method,
    url: pathname + search,
    status: response.status,
    sent: request.headers.get('content-type') ?? undefined,
    got: response.headers.get('content-type') ?? undefined,
    headers: [...request.headers.keys()],
  });
}

/** Appends to the file in CONTRACT_COVERAGE, which `npm run contract -- coverage` reads. */
function append(call: object): void {
  const file = process.env.CONTRACT_COVERAGE;
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(call)}\n`);
}

const literals = (parts: string[]) => parts.filter((part) => !part.startsWith('{')).length;
/** The contract's paths, split into segments, most specific first. */
const templates = Object.keys(document.paths)
  .map((path) => ({ path, parts: path.split('/') }))
  .sort((a, b) => literals(b.parts) - literals(a.parts));

function findOperation(method: string, path: string): Operation | undefined {
  const given = path.slice(prefix.length).split('/');
  const found = templates.find(
    ({ parts }) =>
      parts.length === given.length &&
      parts.every((part, index) => part.startsWith('{') || part === given[index]),
  );
  return found && document.paths[found.path]?.[method.toLowerCase()];
}

function shared(ref: string): Response {
  return document.components.responses[ref.split('/').at(-1) ?? ''] ?? {};
}

function pointerTo(
  operation: Operation,
  method: string,
  declared: Response,
  status: number,
  type: string,
): string {
  const escaped = (part: string) =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  const tail = ['content', type, 'schema'].map(escaped).join('/');
  if (declared.$ref) return `contract${declared.$ref}/${tail}`;
  const [path] = Object.entries(document.paths).find(
    ([, item]) => item[method.toLowerCase()] === operation,
  ) ?? [''];
  return `contract#/${['paths', path, method.toLowerCase(), 'responses', String(status)].map(escaped).join('/')}/${tail}`;
}
