import type { UiNode } from '@ory/client';
import { newId } from '#core/ids.ts';
import {
  badRequest,
  csrfViolation,
  flowExpired,
  identityMismatch,
  notFound,
  returnToForbidden,
  unauthorized,
} from '#domain/identity/errors.ts';
import { IDENTITY_LIFESPANS } from '#domain/identity/limits.ts';
import { hidden } from '#domain/identity/node.ts';
import type { Exchange } from './context.ts';
import type { FlowKind, StoredFlow } from './data.ts';

/** A flow in Kratos's format. */
export interface WireFlow {
  id: string;
  ui: { action: string; method: string; nodes: UiNode[]; messages?: StoredFlow['messages'] };
  [field: string]: unknown;
}

/** Starts a flow and stores it. */
export function createFlow(
  exchange: Exchange,
  kind: FlowKind,
  more: Partial<StoredFlow> = {},
): StoredFlow {
  const { url, store } = exchange;
  const returnTo = url.searchParams.get('return_to');
  if (returnTo !== null && !isOwnUrl(exchange, returnTo)) throw returnToForbidden(returnTo);
  const now = Date.now();
  const flow: StoredFlow = {
    id: newId('flow'),
    kind,
    type: url.pathname.endsWith('/api') ? 'api' : 'browser',
    state: kind === 'settings' ? 'show_form' : 'choose_method',
    issued_at: new Date(now).toISOString(),
    expires_at: new Date(now + IDENTITY_LIFESPANS.flow).toISOString(),
    request_url: url.href,
    ...(returnTo === null ? {} : { return_to: returnTo }),
    aal: 'aal1',
    attempts: 0,
    messages: [],
    values: {},
    fieldMessages: {},
    ...more,
  };
  store.data.identity.flows[flow.id] = flow;
  return flow;
}

/** Whether a URL is allowed as a return address: one of this console, absolute or relative. */
export function isOwnUrl({ url }: Exchange, returnTo: string): boolean {
  return URL.parse(returnTo, url.origin)?.hostname === url.hostname;
}

/** The flow that a request refers to. Unknown ids have the form of the mocks' own, or of Kratos's. */
export function flowOf(exchange: Exchange, kind: FlowKind, name: 'id' | 'flow'): StoredFlow {
  const id = exchange.url.searchParams.get(name) ?? '';
  if (name === 'flow' && !isId(id)) throw badRequest('The flow id is missing or malformed.');
  const flow = exchange.store.data.identity.flows[id];
  const { identity } = exchange;
  if (flow?.kind !== kind) throw kind === 'settings' && !identity ? unauthorized() : notFound();
  if (kind === 'settings' && identity && identity.id !== flow.identity_id) throw identityMismatch();
  // Whoever has finished a flow has another CSRF token from then on.
  if (flow.is_done) throw csrfViolation();
  if (Date.parse(flow.expires_at) > Date.now()) return flow;
  throw flowExpired(new Date(flow.expires_at));
}

function isId(id: string): boolean {
  return /^flow_\w+$|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
}

/** The value of the CSRF field. It is bound to its flow. */
export function csrfOf(flow: StoredFlow): string {
  return btoa(`csrf ${flow.id}`);
}

/** Combines a flow with its nodes: adds the CSRF field, remembered values and messages. */
export function present(
  exchange: Exchange,
  flow: StoredFlow,
  nodes: UiNode[],
  more: object = {},
): WireFlow {
  const csrf =
    flow.type === 'browser'
      ? [hidden('default', 'csrf_token', csrfOf(flow), { required: true })]
      : [hidden('default', 'csrf_token', '', { required: true })];
  const { id, type, issued_at, expires_at, request_url, return_to, state, kind, messages } = flow;
  return {
    id,
    type,
    issued_at,
    expires_at,
    request_url,
    ...(return_to ? { return_to } : {}),
    ...(isByCode(flow) ? { active: 'code' } : {}),
    ...(kind === 'login'
      ? {
          refresh: flow.refresh ?? false,
          requested_aal: flow.aal,
          created_at: issued_at,
          updated_at: issued_at,
        }
      : {}),
    state,
    ui: {
      ...(kind === 'verification' && state === 'passed_challenge'
        ? { action: return_to ?? `${exchange.url.origin}/`, method: 'GET' }
        : { action: `${exchange.base}/self-service/${kind}?flow=${id}`, method: 'POST' }),
      nodes: [...csrf, ...nodes].map((node) => remember(node, flow)),
      ...(messages.length > 0 ? { messages } : {}),
    },
    ...more,
  };
}

function isByCode({ kind, state }: StoredFlow): boolean {
  return kind === 'recovery' || kind === 'verification' || state === 'sent_email';
}

function remember(node: UiNode, flow: StoredFlow): UiNode {
  const { attributes } = node;
  if (attributes.node_type !== 'input') return node;
  const value = flow.values[attributes.name];
  const messages = flow.fieldMessages[attributes.name] ?? [];
  const isOwn =
    ['submit', 'hidden', 'password'].includes(attributes.type) ||
    ['code', 'totp_code', 'lookup_secret'].includes(attributes.name);
  const keeps = value !== undefined && (!isOwn || attributes.name.startsWith('traits.'));
  return { ...node, messages, attributes: keeps ? { ...attributes, value } : attributes };
}
