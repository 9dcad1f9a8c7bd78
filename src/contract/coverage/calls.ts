import { isObject } from '#core/json/is-object.ts';
import { DocumentError } from '../document/document-error.ts';
import { parsed } from '../parsed.ts';

/** One call and its response, as far as needed to tell what it exercised. */
export interface RecordedCall {
  /** The target: `mocks` or `server`. */
  target?: string;
  method: string;
  /** Including the query; with or without an origin. */
  url: string;
  status: number;
  /** Content types of the request body and of the response. */
  sent?: string;
  got?: string;
  /** Names of the request headers. */
  headers?: string[];
  /** The messages of a socket: `client hello`, `server welcome`. */
  messages?: string[];
}

/**
 * Reads recorded calls: one line of JSON each, as the contract suite writes them, or a HAR file, as browsers and
 * proxies do.
 * @throws DocumentError with the line
 */
export function readCalls(file: string, text: string): RecordedCall[] {
  const har = text.trimStart().startsWith('{') ? readHar(text) : undefined;
  if (har) return har;
  return text.split('\n').flatMap((line, i): RecordedCall[] => {
    if (line.trim() === '') return [];
    const call = parsed(line);
    if (isCall(call)) return [call];
    throw new DocumentError(
      file,
      i + 1,
      'expected a line of {"method", "url", "status"}, or a HAR file.',
    );
  });
}

function isCall(value: unknown): value is RecordedCall {
  return (
    isObject(value) &&
    typeof value.method === 'string' &&
    typeof value.url === 'string' &&
    typeof value.status === 'number'
  );
}

interface HarEntry {
  request: {
    method: string;
    url: string;
    headers?: { name: string }[];
    postData?: { mimeType?: string };
  };
  response: { status: number; content?: { mimeType?: string } };
}

function readHar(text: string): RecordedCall[] | undefined {
  const document = parsed(text);
  const log = isObject(document) ? document.log : undefined;
  if (!isObject(log) || !Array.isArray(log.entries)) return undefined;
  return (log.entries as HarEntry[])
    .filter((entry) => isObject(entry?.request) && isObject(entry?.response))
    .map(({ request, response }) => ({
      method: request.method,
      url: request.url,
      status: response.status,
      ...(request.postData?.mimeType && { sent: request.postData.mimeType }),
      ...(response.content?.mimeType && { got: response.content.mimeType }),
      headers: (request.headers ?? []).map(({ name }) => name),
    }));
}
