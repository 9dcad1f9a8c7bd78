import type { UiNode, UiNodeInputAttributes, UiText } from '@ory/client';
import { PASSWORD } from '../seed/people.ts';
import { type Bench, createBench } from '../testing.ts';

export interface Flow {
  id: string;
  state: string;
  ui: { action: string; nodes: UiNode[]; messages?: UiText[] };
  [field: string]: unknown;
}
// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
export type Any = any;

export interface VisitorResponse {
  status: number;
  body: Any;
}

/** A signed-out browser that talks to the identity service of a new mock world. */
export interface Visitor {
  bench: Bench;
  get(path: string): Promise<VisitorResponse>;
  begin(kind: string, query?: string): Promise<Flow>;
  /** Submits a form with its flow's CSRF token. */
  submit(flow: Flow, values: Record<string, unknown>): Promise<VisitorResponse>;
  signIn(identifier?: string, password?: string): Promise<VisitorResponse>;
  logout(): Promise<void>;
  lastCode(): string | undefined;
}

export function createVisitor(): Visitor {
  const bench = createBench({ persona: 'signed-out' });

  async function get(path: string): Promise<VisitorResponse> {
    const response = await bench.send('GET', `/identity${path}`);
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }

  async function submit(flow: Flow, values: Record<string, unknown>): Promise<VisitorResponse> {
    const csrf = attributesOf(flow, 'csrf_token')?.value;
    const { pathname, search } = new URL(flow.ui.action);
    const body = { csrf_token: csrf, ...values };
    const response = await bench.send('POST', pathname + search, { body });
    return { status: response.status, body: await response.json() };
  }

  async function begin(kind: string, query = ''): Promise<Flow> {
    return (await get(`/self-service/${kind}/browser${query}`)).body;
  }

  return {
    bench,
    get,
    begin,
    submit,
    async signIn(identifier = 'ada@example.com', password = PASSWORD) {
      return submit(await begin('login'), { method: 'password', identifier, password });
    },
    async logout() {
      const { body } = await get('/self-service/logout/browser');
      await get(`/self-service/logout?token=${body.logout_token}`);
    },
    lastCode: () => bench.store.data.identity.outbox.at(-1)?.code,
  };
}

/** The attributes of a flow's input. */
export function attributesOf(flow: Flow, name: string): UiNodeInputAttributes | undefined {
  const attributes = flow.ui.nodes.map((node) => node.attributes);
  return attributes.find((a) => a.node_type === 'input' && a.name === name) as
    | UiNodeInputAttributes
    | undefined;
}

/** The names of a flow's inputs. */
export function inputNames(flow: Flow): string[] {
  return flow.ui.nodes.flatMap((n) =>
    n.attributes.node_type === 'input' ? [n.attributes.name] : [],
  );
}

/** The ids of a flow's messages. */
export function messageIds(flow: Flow): number[] {
  return flow.ui.messages?.map((message) => message.id) ?? [];
}
