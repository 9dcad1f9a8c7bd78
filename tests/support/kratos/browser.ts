import type { UiNode, UiNodeInputAttributes } from '@ory/client';

type Input = UiNodeInputAttributes;

const ID = /[\da-f]{8}-[\da-f-]{27}/g;

/** A response of the identity service. */
export interface Answer {
  /** What was requested, without ids. */
  request?: string;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests and recordings read any part of a response
  body: any;
}

/** An identity service, and the console that it belongs to. */
export interface Service {
  /** Its base URL, without a slash at the end. */
  base: string;
  /** The origin of the console. */
  origin: string;
  /** Sends a request; `fetch` by default. */
  send?: (request: Request) => Promise<Response>;
}

export type Visitor = ReturnType<typeof visit>;

/** One visitor of an identity service, with cookies. */
export function visit({ base, origin, send = fetch }: Service) {
  const jar = new Map<string, string>();

  async function call(
    method: string,
    path: string,
    body?: unknown,
    accept = 'application/json',
  ): Promise<Answer> {
    const url = path.startsWith('http') ? path : base + path;
    const request = new Request(url, {
      method,
      redirect: 'manual',
      headers: {
        accept,
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await send(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0|1970/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    return {
      request: `${method} ${url
        .replace(base, '')
        .replace(/=[^&]+/g, '=…')
        .replace(ID, '<id>')}`,
      status: response.status,
      body: jsonOf(text) ?? (location ? { location } : text),
    };
  }

  return {
    call,
    /** Starts a flow. `query` begins with `?`. */
    begin: (kind: string, query = '') => call('GET', `/self-service/${kind}/browser${query}`),
    fetch: (kind: string, id: string) => call('GET', `/self-service/${kind}/flows?id=${id}`),
    /** Submits a flow with its hidden default fields and these. */
    submit: (flow: Answer['body'], fields: Record<string, unknown>) =>
      call('POST', flow.ui.action, { csrf_token: inputValue(flow, 'csrf_token'), ...fields }),
    /** Follows the browser from an address back to the console, and returns where it ended. */
    async follow(address: string): Promise<string> {
      let at = address;
      for (let step = 0; step < 10; step += 1) {
        const { body } = await call('GET', at, undefined, 'text/html');
        if (!body?.location) return at;
        at = new URL(body.location, at).href;
        if (at.startsWith(origin)) return at;
      }
      throw new Error(`Too many redirects from ${address}`);
    },
  };
}

/** The value of an input of a flow. */
export function inputValue(flow: Answer['body'], name: string): string {
  const nodes: UiNode[] = flow.ui.nodes;
  const found = nodes.find(({ attributes }) => (attributes as Input).name === name);
  return String((found?.attributes as Input | undefined)?.value ?? '');
}

function jsonOf(text: string): unknown {
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined;
}
