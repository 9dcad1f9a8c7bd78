import type { UiNode, UiNodeInputAttributes } from '@ory/client';

type Input = UiNodeInputAttributes;

/** A response of the identity service. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests and recordings read any part of a response
  body: any;
}

/** One visitor of a running identity service, with cookies, as a console at `origin` sees it. */
export function visit(base: string, origin: string) {
  const jar = new Map<string, string>();

  async function call(
    method: string,
    path: string,
    body?: unknown,
    accept = 'application/json',
  ): Promise<Answer> {
    const response = await fetch(new URL(path, base), {
      method,
      redirect: 'manual',
      headers: {
        accept,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        origin,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0|1970/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    return { status: response.status, body: location ? { location } : jsonOf(text) };
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
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
}
