import { BODY_MAX_BYTES } from '#core/limits.ts';
import type { Operation } from '#domain/call.ts';
import { checkRequest, type RequestParts } from '#domain/request/check.ts';
import { readJsonBody } from '#domain/request/json-body.ts';
import { REFUSALS } from '#domain/request/refusals.ts';

/**
 * The parts of a request, checked against the contract as on the server. The body of an upload is not read.
 * @param params the path parameters
 * @param onBody called with the body before it is validated
 * @throws ProblemError
 */
export async function readParts(
  operation: Operation,
  request: Request,
  params: Record<string, string>,
  onBody: (body: unknown) => void = () => undefined,
): Promise<RequestParts> {
  const parts = {
    params,
    query: queryOf(new URL(request.url)),
    headers: Object.fromEntries(request.headers),
    body: await readBody(operation, request),
  };
  onBody(parts.body);
  checkRequest(operation, parts);
  return parts;
}

/** Parameters that are repeated are lists. */
function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  const names = [...new Set(searchParams.keys())];
  const values = names.map((name) => {
    const all = searchParams.getAll(name);
    return [name, all.length > 1 ? all : (all[0] ?? '')];
  });
  return Object.fromEntries(values);
}

async function readBody(operation: Operation, request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.body === null) return undefined;
  const type = request.headers.get('content-type')?.toLowerCase() ?? '';
  const isForm = type.startsWith('multipart/form-data');
  if (isForm && operation.body === undefined) return undefined;
  const isJson = /^application\/json\s*(;|$)/.test(type);
  const bytes = await request.arrayBuffer();
  // In the browser, a request that went through the service worker has a body even if none was sent.
  if (type === '' && bytes.byteLength === 0) return undefined;
  if (!isJson) throw REFUSALS.wrongType(operation);
  if (bytes.byteLength > BODY_MAX_BYTES) throw REFUSALS.tooLarge();
  return readJsonBody(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}
