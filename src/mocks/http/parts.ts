import { BODY_MAX_BYTES } from '#core/limits.ts';
import type { Params } from '#domain/access/reach.ts';
import type { Operation } from '#domain/call.ts';
import type { RequestParts } from '#domain/request/check.ts';
import { readJsonBody } from '#domain/request/json-body.ts';
import { REFUSALS } from '#domain/request/refusals.ts';

/**
 * The parts of a request. The body of an upload is not read.
 * @param params the path parameters
 * @throws ProblemError
 */
export async function readParts(
  operation: Operation,
  request: Request,
  params: Params,
): Promise<RequestParts> {
  return {
    params,
    query: queryOf(new URL(request.url)),
    headers: Object.fromEntries(request.headers),
    body: await readBody(operation, request),
  };
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
