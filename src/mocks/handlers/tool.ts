import { newId } from '#core/ids.ts';
import { checkAddress } from '#core/outbound/address.ts';
import { invalidField, notFound, ProblemError } from '#domain/problem.ts';
import { newWebhookSecret } from '#domain/webhook/webhook.service.ts';
import type { McpTool, ToolCredential } from '#generated/model/index.ts';
import { type Order, paginate } from '../http/paging.ts';
import { actorOf, type StoredToolCredential, timestamp } from '../store.ts';
import type { Resolvers } from './resolver.ts';

const ORDER: Order<StoredToolCredential> = { name: 'tool-credential', id: ({ origin }) => origin };
const HOUR = 3_600_000;

/** No server is asked: an address that has this in it answers nothing, every other one has the tools below. */
const FAILING = /fail/;
const TOOLS: McpTool[] = [
  {
    name: 'find_order',
    description: 'Finds an order by its number.',
    parameters: {
      type: 'object',
      properties: { number: { type: 'string', description: 'As printed on the invoice' } },
      required: ['number'],
      additionalProperties: false,
    },
  },
  {
    name: 'list_orders',
    description: 'The latest orders of a customer, the newest first.',
    parameters: {
      type: 'object',
      properties: {
        customer: { type: 'string' },
        limit: { type: 'integer', minimum: 1, maximum: 50 },
      },
      required: ['customer'],
    },
  },
  {
    name: 'orders/cancel',
    description: 'Cancels an order that was not sent yet.',
    parameters: { type: 'object', properties: { number: { type: 'string' } } },
  },
];

/** How tools are called; the mocks call none. */
export const toolResolvers = {
  getToolSecret: ({ store, params }) =>
    store.data.toolSecrets[params.projectId] ?? { made_at: null, old_secret_until: null },

  rotateToolSecret: ({ store, params, body }) => {
    const hours = body.overlap_hours;
    const tool_secret = {
      made_at: timestamp(),
      old_secret_until: hours > 0 ? timestamp(Date.now() + hours * HOUR) : null,
    };
    store.data.toolSecrets[params.projectId] = tool_secret;
    return { tool_secret, secret: newWebhookSecret() };
  },

  listToolCredentials: ({ store, params, query }) => {
    const own = Object.values(store.data.toolCredentials).filter(
      (one) => one.project_id === params.projectId,
    );
    const { results, pagination } = paginate(own, query, ORDER);
    return { results: results.map(toCredential), pagination };
  },

  replaceToolCredential: ({ store, user, params, body }) => {
    checkUrl(body.url);
    const { origin } = new URL(body.url);
    const known = Object.values(store.data.toolCredentials).find(
      (one) => one.project_id === params.projectId && one.origin === origin,
    );
    const made: StoredToolCredential = {
      id: known?.id ?? newId('credential'),
      project_id: params.projectId,
      origin,
      updated_by: actorOf(user),
      updated_at: timestamp(),
    };
    store.data.toolCredentials[made.id] = made;
    return toCredential(made);
  },

  deleteToolCredential: ({ store, params }) => {
    const { credentialId } = params;
    if (store.data.toolCredentials[credentialId]?.project_id !== params.projectId) throw notFound();
    delete store.data.toolCredentials[credentialId];
    return undefined;
  },

  getMcpServer: ({ body }) => {
    checkUrl(body.url);
    const { host } = new URL(body.url);
    if (FAILING.test(body.url) || host.endsWith('.invalid')) {
      throw new ProblemError('tool_failed', `The MCP server: Host ${host} not found.`);
    }
    return { server_name: 'Orders', tools: structuredClone(TOOLS) };
  },
} satisfies Partial<Resolvers>;

function toCredential({ project_id: _, ...credential }: StoredToolCredential): ToolCredential {
  return credential;
}

function checkUrl(url: string): void {
  const message = checkAddress(url);
  if (message) throw invalidField('/url', message);
}
