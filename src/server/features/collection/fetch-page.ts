import { bareType } from '#core/datasource/document-type.ts';
import { type CollectionPort, FetchFailure } from '#domain/collection/collection.port.ts';
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts';

const TIMEOUT_MS = 30_000;
const REDIRECTS = 5;
const HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5',
  'user-agent': 'Taskloom (document fetcher)',
};

/** Fetches pages with the client for user-supplied URLs. */
export function createFetchPage(outbound: Outbound, maxBytes: number): CollectionPort['fetchPage'] {
  return async (url, etag, signal) => {
    const headers = { ...HEADERS, ...(etag !== null && { 'if-none-match': etag }) };
    const response = await outbound
      .send({ url, headers, timeoutMs: TIMEOUT_MS, maxBytes, redirects: REDIRECTS, signal })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw toFailure(error);
      });
    const { status, body, isCut } = response;
    if (status === 304) return null;
    if (status >= 400)
      throw new FetchFailure(`The server responded with ${status}.`, {
        isTemporary: status === 429 || status >= 500,
      });
    if (isCut)
      throw new FetchFailure(`The page is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
    if (body.length === 0) throw new FetchFailure('The page is empty.');
    return {
      bytes: body,
      media_type: bareType(response.headers['content-type']) || null,
      etag: response.headers.etag ?? null,
      url: response.url,
    };
  };
}

function toFailure(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const isTemporary = error.reason === 'unreachable' || error.reason === 'timeout';
  return new FetchFailure(error.message, { isTemporary, cause: error });
}
