import type { UiNode } from '@ory/client';
import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../http/exchange.ts';
import { hasTrigger, hidden, webauthnScript } from '../node.ts';
import type { FlowRow } from '../rows.ts';
import { actionUrl } from '../urls.ts';

/** A flow in Ory's format. */
export interface WireFlow {
  id: string;
  type: 'browser' | 'api';
  issued_at: string;
  expires_at: string;
  request_url: string;
  return_to?: string;
  active?: string;
  state: FlowRow['state'];
  ui: { action: string; method: string; nodes: UiNode[]; messages?: FlowRow['messages'] };
  [field: string]: unknown;
}

/** Combines a flow with its nodes: adds the CSRF field, remembered values and messages. */
export function presentFlow(
  ctx: IdentityContext,
  exchange: Exchange,
  flow: FlowRow,
  nodes: UiNode[],
): WireFlow {
  const token = flow.type === 'browser' ? exchange.csrf.ensure().masked : '';
  const csrf = hidden('default', 'csrf_token', token, { required: true });
  const { keys, settings } = ctx;
  const script =
    keys && hasTrigger(nodes)
      ? [webauthnScript(settings.publicUrl, keys.scriptIntegrity, flow.id)]
      : [];
  return {
    id: flow.id,
    type: flow.type,
    issued_at: flow.issuedAt.toISOString(),
    expires_at: flow.expiresAt.toISOString(),
    request_url: flow.requestUrl,
    ...(flow.returnTo ? { return_to: flow.returnTo } : {}),
    ...(flow.active ? { active: flow.active } : {}),
    state: flow.state,
    ui: {
      action: actionUrl(ctx, flow.kind, flow.id),
      method: 'POST',
      nodes: [csrf, ...nodes, ...script].map((node) => fill(node, flow)),
      ...(flow.messages.length > 0 ? { messages: flow.messages } : {}),
    },
  };
}

function fill(node: UiNode, flow: FlowRow): UiNode {
  if (node.attributes.node_type !== 'input') return node;
  const field = flow.fields[node.attributes.name];
  if (!field) return node;
  const isButton = node.attributes.type === 'submit' || node.attributes.type === 'button';
  return {
    ...node,
    attributes:
      field.value === undefined || isButton
        ? node.attributes
        : { ...node.attributes, value: field.value },
    messages: field.messages ?? [],
  };
}
