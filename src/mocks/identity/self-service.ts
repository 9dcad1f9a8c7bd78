import type { UiNode } from '@ory/client';
import { FormError, sessionInactive } from '#domain/identity/errors.ts';
import {
  registrationCodeNodes,
  registrationCredentialNodes,
  registrationNodes,
} from '#domain/identity/registration-nodes.ts';
import { codeFormNodes, submitCode } from './codes.ts';
import type { Exchange } from './context.ts';
import type { FlowKind, StoredFlow } from './data.ts';
import { createFlow, flowOf, present } from './flow.ts';
import { checkCsrf, type Fields, readFields } from './form.ts';
import { beginLogin, loginNodes, submitLogin } from './login.ts';
import { beginRegistration, submitRegistration } from './registration.ts';
import { beginSettings, settingsNodes, submitSettings } from './settings.ts';
import { toIdentity } from './wire.ts';

/** The flows of the identity service. */
export const FLOW_KINDS: readonly FlowKind[] = [
  'login',
  'registration',
  'recovery',
  'verification',
  'settings',
];

const SCREENS: Readonly<Record<FlowKind, string>> = {
  login: '/auth/login',
  registration: '/auth/registration',
  recovery: '/auth/recovery',
  verification: '/auth/verification',
  settings: '/settings/security',
};

/** Starts a flow. A navigating browser is redirected to the flow's screen. */
export async function begin(exchange: Exchange, kind: FlowKind): Promise<Response> {
  const flow = await create(exchange, kind);
  const { request, url } = exchange;
  if (flow.type === 'browser' && (request.headers.get('accept') ?? '').includes('text/html')) {
    return Response.redirect(`${url.origin}${SCREENS[kind]}?flow=${flow.id}`, 303);
  }
  return Response.json(await show(exchange, flow));
}

/** Returns a flow. */
export async function read(exchange: Exchange, kind: FlowKind): Promise<Response> {
  return Response.json(await show(exchange, flowOf(exchange, kind, 'id')));
}

/** Handles the submission of a flow's form. */
export async function submitFlow(exchange: Exchange, kind: FlowKind): Promise<Response> {
  const flow = flowOf(exchange, kind, 'flow');
  const fields = await readFields(exchange.request);
  checkCsrf(flow, fields);
  flow.messages = [];
  flow.fieldMessages = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) flow.values[name] = value;
  try {
    const response = await submission(exchange, flow, fields);
    if (response) return Response.json(response);
    // Like Kratos, sending a sign-in or sign-up code responds with 400 and the flow; all others respond with 200.
    return Response.json(await show(exchange, flow), {
      status: kind === 'login' || kind === 'registration' ? 400 : 200,
    });
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    flow.messages = error.messages;
    flow.fieldMessages = error.fields;
    // What is wrong with a password is shown beside it, on the second step.
    if (kind === 'registration' && error.fields.password) flow.step = 'credentials';
    return Response.json(await show(exchange, flow), { status: 400 });
  }
}

async function create(exchange: Exchange, kind: FlowKind): Promise<StoredFlow> {
  if (kind === 'login') return beginLogin(exchange);
  if (kind === 'registration') return beginRegistration(exchange);
  if (kind === 'settings') return beginSettings(exchange);
  return createFlow(exchange, kind);
}

async function submission(
  exchange: Exchange,
  flow: StoredFlow,
  fields: Fields,
): Promise<object | undefined> {
  switch (flow.kind) {
    case 'login':
      return submitLogin(exchange, flow, fields);
    case 'registration':
      return submitRegistration(exchange, flow, fields);
    case 'settings': {
      const isSaved = await submitSettings(exchange, flow, fields);
      return isSaved
        ? { ...(await show(exchange, flow)), continue_with: [backTo(exchange, flow)] }
        : undefined;
    }
    default:
      return submitCode(exchange, flow, fields);
  }
}

/** Where a browser that has saved settings goes. */
function backTo({ url }: Exchange, flow: StoredFlow) {
  const redirect_browser_to = `${url.origin}${SCREENS.settings}?flow=${flow.id}`;
  return { action: 'redirect_browser_to', redirect_browser_to };
}

async function show(exchange: Exchange, flow: StoredFlow) {
  const nodes = await nodesOf(exchange, flow);
  if (flow.kind !== 'settings') return present(exchange, flow, nodes);
  if (!exchange.identity) throw sessionInactive(`${exchange.base}/self-service/login/browser`);
  return present(exchange, flow, nodes, { identity: toIdentity(exchange.base, exchange.identity) });
}

function nodesOf(exchange: Exchange, flow: StoredFlow): UiNode[] | Promise<UiNode[]> {
  switch (flow.kind) {
    case 'login':
      return loginNodes(exchange, flow);
    case 'registration':
      if (flow.state === 'sent_email') return registrationCodeNodes();
      return flow.step ? registrationCredentialNodes() : registrationNodes();
    case 'settings':
      return settingsNodes(exchange, flow);
    default:
      return codeFormNodes(exchange, flow);
  }
}
