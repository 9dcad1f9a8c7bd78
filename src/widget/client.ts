import { readEvents } from '#core/sse.ts';
import type {
  Problem,
  PublicWidget,
  Visitor,
  VisitorAnswerEvent,
  VisitorExchange,
  VisitorMessage,
  VisitorMessageList,
} from '#generated/model/index.ts';

/** A request that failed, in words for visitors. */
export class Failure extends Error {
  /** 0 if there was no response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const OFFLINE = "You're offline. Your message is still here: send it when you're back.";
const UNREACHABLE = "The assistant can't be reached. Please try again in a moment.";
const UNAVAILABLE = "The assistant isn't available right now.";
const GONE = "This chat isn't available on this page any more.";
/** A text that visitors see is short, whoever wrote it. */
const TEXT_MAX = 300;

interface Options {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export type Client = ReturnType<typeof createClient>;

/** The operations of a widget's visitors. @param base URL of the API, without a slash at the end */
export function createClient(base: string, key: string) {
  const root = `${base}/widget/${encodeURIComponent(key)}`;

  /** @throws Failure */
  async function request(method: string, path: string, options: Options = {}): Promise<Response> {
    const { token, body, headers, signal } = options;
    let response: Response;
    try {
      response = await fetch(root + path, {
        method,
        // A widget needs no cookies. The token is the visitor's.
        credentials: 'omit',
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      });
    } catch {
      throw new Failure(0, navigator.onLine ? UNREACHABLE : OFFLINE);
    }
    if (!response.ok) throw await toFailure(response);
    return response;
  }

  const json = async <T>(...args: Parameters<typeof request>) =>
    (await (await request(...args)).json()) as T;

  return {
    widget: () => json<PublicWidget>('GET', ''),
    createVisitor: (body: { page?: string; name?: string }) =>
      json<Visitor>('POST', '/visitor', { body }),
    restart: (token: string) => json<Visitor>('POST', '/conversation', { token }),
    list: (token: string, cursor?: string) =>
      json<VisitorMessageList>(
        'GET',
        `/message?page_limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        { token },
      ),
    send: (token: string, text: string, ref: string) =>
      json<VisitorExchange>('POST', '/message', {
        token,
        body: { text },
        headers: { 'idempotency-key': ref },
      }),
    cancel: (token: string, id: string) =>
      json<VisitorMessage>('POST', `/message/${id}/cancel`, { token }),
    rate: (token: string, id: string, rating: 'up' | 'down' | null) =>
      json<VisitorMessage>('PUT', `/message/${id}/feedback`, { token, body: { rating } }),

    /** The events of an answer, from the start or after one of them. */
    async *events(token: string, id: string, after: string, signal: AbortSignal) {
      const headers: Record<string, string> = after === '' ? {} : { 'last-event-id': after };
      const options = { token, headers, signal };
      const { body } = await request('GET', `/message/${id}/stream`, options);
      if (!body) return;
      for await (const event of readEvents(body))
        yield { id: event.id, data: JSON.parse(event.data) as VisitorAnswerEvent };
    },
  };
}

/** Texts of the API are for visitors when they are about what visitors did. */
async function toFailure(response: Response): Promise<Failure> {
  const { status } = response;
  const { detail } = ((await response.json().catch(() => null)) ?? {}) as Partial<Problem>;
  if (status === 403 || status === 404) return new Failure(status, GONE);
  const isShown = status === 400 || status === 409 || status === 429;
  return new Failure(status, isShown && detail ? detail.slice(0, TEXT_MAX) : UNAVAILABLE);
}
