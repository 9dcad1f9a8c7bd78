import { type Addresses, normalise } from './normalise.ts';

/** A service that speaks Ory's protocol, and the mailbox that it sends codes to. */
export interface Target extends Addresses {
  codeFor(email: string): Promise<string>;
}

/** What was asked, and the answer in a form that can be compared. */
export interface Answer {
  request: string;
  status: number;
  body?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: scenarios read any part of an answer
type Body = any;

/** A browser that keeps its cookies, and notes the answers that are worth comparing. */
export function createBrowser(target: Target, note: (name: string, answer: Answer) => void) {
  const jar = new Map<string, string>();

  /** Sends a request as a script of the console does. `name` notes the answer. */
  async function send(method: string, path: string, body?: object, name?: string): Promise<Body> {
    const url = path.startsWith('http') ? path : target.service + path;
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) jar.delete(key);
      else jar.set(key, value);
    }
    const text = await response.text();
    const json: Body = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined;
    if (name) {
      const short = url.replace(target.service, '').replace(/=[^&]+/g, '=…');
      note(name, {
        request: `${method} ${short.replace(/[\da-f]{8}-[\da-f-]{27}/g, '<id>')}`,
        status: response.status,
        ...(json !== undefined && { body: normalise(json, target) }),
      });
    }
    return json;
  }

  return {
    jar,
    get: (path: string, name?: string) => send('GET', path, undefined, name),
    remove: (path: string, name?: string) => send('DELETE', path, undefined, name),
    post: (path: string, body: object, name?: string) => send('POST', path, body, name),
    /** Submits a flow with its CSRF token. */
    submit: (flow: Body, body: object, name?: string) =>
      send('POST', flow.ui.action, { csrf_token: csrfOf(flow), ...body }, name),
  };
}

export type Browser = ReturnType<typeof createBrowser>;

function csrfOf(flow: Body): string | undefined {
  return flow.ui.nodes.find((node: Body) => node.attributes.name === 'csrf_token')?.attributes
    .value;
}
