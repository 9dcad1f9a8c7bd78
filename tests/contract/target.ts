import type { Stores } from '#domain/stores.ts';
import type { OAuthScope } from '#generated/model/index.ts';
import { checkedFetch } from '../support/contract-check.ts';

/** The callers: three roles in an organisation, a user of another organisation, and an anonymous one. */
export type Who = 'owner' | 'editor' | 'member' | 'outsider' | 'anonymous';

/** The target of the suite: the mocks or a server. */
export interface Target {
  name: 'mocks' | 'server';
  /** Base URL, ending in /api/v1. */
  baseUrl: string;
  orgId: string;
  projectId: string;
  /** The outsider's organisation. The owner is a guest there: an editor of this single project. */
  shared: { orgId: string; projectId: string };
  /** A website of a few pages, one of which changes with each visit. */
  website: string;
  /** A model that isn't free. */
  pricedModelId: string;
  /** The headers that authenticate a caller. */
  headersOf(who: Who): Record<string, string>;
  /** An access token that an OAuth client has on its own behalf. The mocks, which issue none, store one. */
  tokenFor(clientId: string, secret: string, scopes: readonly OAuthScope[]): Promise<string>;
  /** For what no operation does. */
  stores: Stores;
  /** Sets the organisation's balance, in micro-dollars. */
  setBalance(balance: number): Promise<void>;
  /** Pays on a page of the payment provider. */
  pay(url: string): Promise<void>;
  close(): Promise<void>;
}

export interface ApiResponse<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

export interface CallOptions {
  /** A form, or anything else as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string;
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response; its shape is checked against the contract
export type Any = any;

/** The writes and exports that succeeded, by target, so that the last suite can ask what the audit log says about them. */
export const written = new WeakMap<Target, { method: string; path: string; requestId: string }[]>();

/** Calls an operation as the given caller and checks the response against the contract. */
export async function call(
  target: Target,
  who: Who | { bearer: string },
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<ApiResponse<Any>> {
  const isForm = options.body instanceof FormData;
  const json = options.body === undefined ? undefined : JSON.stringify(options.body);
  const body = options.raw ?? (isForm ? (options.body as FormData) : json);
  const auth =
    typeof who === 'string' ? target.headersOf(who) : { authorization: `Bearer ${who.bearer}` };
  const init = {
    method,
    headers: {
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...auth,
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  };
  const response = await checkedFetch(`${target.baseUrl}${path}`, init, target.name);
  // Other reads can't be told from exports here; they leave no entry.
  if (response.ok && (method !== 'GET' || response.headers.has('content-disposition'))) {
    const requestId = response.headers.get('x-request-id') ?? '';
    written.set(target, [...(written.get(target) ?? []), { method, path, requestId }]);
  }
  const text = await response.text();
  const isJson = /\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

/** The path of the project. */
export const orgPath = (target: Target) => `/org/${target.orgId}`;
export const projectPath = (target: Target) => `${orgPath(target)}/project/${target.projectId}`;

let counter = 0;
/** A name that no other test uses. */
export function uniqueName(prefix: string): string {
  counter += 1;
  return `${prefix} ${Date.now().toString(36)}${counter}`;
}

/** A definition that can be saved as a revision and run on the sandbox model. */
export const definition = {
  system_prompt: 'You analyse product reviews.',
  user_prompt: 'Review: {review}',
  variables: [{ name: 'review', type: 'text', required: true }],
  output_format: {
    type: 'fields',
    fields: [
      {
        name: 'sentiment',
        type: 'choice',
        required: true,
        list: false,
        options: ['positive', 'negative'],
      },
    ],
  },
  model_id: 'sandbox/sandbox',
  parameters: {},
};

/** Creates a task, by default with one active revision. Returns its path and id. */
export async function createTask(
  target: Target,
  options: { activate?: boolean; definition?: object } = {},
): Promise<{ id: string; path: string }> {
  const made = await call(target, 'owner', 'POST', `${projectPath(target)}/task`, {
    body: { name: uniqueName('Task'), definition: options.definition ?? definition },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const path = `${projectPath(target)}/task/${made.body.id}`;
  if (options.activate ?? true) {
    const saved = await call(target, 'owner', 'POST', `${path}/revision`, {
      body: { activate: true },
    });
    if (saved.status !== 201) throw new Error(JSON.stringify(saved.body));
  }
  return { id: made.body.id, path };
}
