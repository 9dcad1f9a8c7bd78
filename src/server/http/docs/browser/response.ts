import { copyButton, element } from './elements.ts';
import type { PreparedRequest } from './request.ts';
import { sessionHeaders } from './session.ts';

/** Maximum number of characters shown. The whole response can be copied. */
const SHOWN = 200_000;

/** Sends the request and shows the response in `place` as it arrives. */
export async function showResponse(
  request: PreparedRequest,
  place: HTMLElement,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const began = performance.now();
  const line = element('p', { class: 'status', role: 'status' }, 'Sending…');
  place.replaceChildren(line);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...(await sessionUnlessKey(request)), ...request.headers },
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.headers.Authorization ? { credentials: 'omit' } : {}),
    });
    const ms = () => `${Math.round(performance.now() - began)} ms`;
    line.textContent = `${response.status} ${response.statusText} · ${ms()}`;
    line.dataset.status = String(response.status)[0];
    place.append(headersOf(response));
    if (response.status === 401) place.append(signInHint());
    const size = await showBody(response, place);
    line.textContent = `${response.status} ${response.statusText} · ${ms()} · ${size.toLocaleString('en-US')} bytes`;
    return response;
  } catch (error) {
    line.dataset.status = '5';
    line.textContent = signal.aborted
      ? 'Cancelled.'
      : `No response: ${error instanceof Error ? error.message : error}`;
    return undefined;
  }
}

async function sessionUnlessKey({ headers }: PreparedRequest): Promise<Record<string, string>> {
  return headers.Authorization ? {} : sessionHeaders();
}

function headersOf({ headers }: Response): HTMLElement {
  const text = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return element(
    'details',
    {},
    element('summary', {}, 'Headers'),
    element('pre', { tabindex: '0' }, text),
  );
}

function signInHint(): HTMLElement {
  const link = element('a', { href: '/auth/login', target: '_blank' }, 'Sign in');
  return element('p', {}, link, ' and try again, or use an API key of the project.');
}

/** @returns the size of the body in bytes */
async function showBody(response: Response, place: HTMLElement): Promise<number> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204 || !response.body) return 0;
  if (!/json|text|xml|csv/.test(type)) {
    const blob = await response.blob();
    const href = URL.createObjectURL(blob);
    place.append(element('a', { href, download: '' }, 'Download response'));
    return blob.size;
  }
  const shown = element('pre', { tabindex: '0', class: 'body' });
  place.append(shown);
  let text = '';
  let size = 0;
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    text += decoder.decode(value, { stream: true });
    // Streams are shown as they arrive, everything else once it is complete.
    if (type.startsWith('text/event-stream')) shown.textContent = text.slice(0, SHOWN);
  }
  if (type.includes('json') && !type.includes('ndjson')) text = pretty(text);
  shown.textContent =
    text.length > SHOWN ? `${text.slice(0, SHOWN)}\n… ${text.length} characters` : text;
  place.append(copyButton('Copy response', () => text));
  return size;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
