import { identityApi } from '#console/modules/user/identity-api.ts';
import type { FlowBody, FlowKind, FlowParams } from './flow-types.ts';
import { interpretFailure, interpretSuccess, type Outcome } from './interpret.ts';

type Call = Promise<{ data: unknown }>;

/** What the methods of the client call each kind of flow. */
const NAMES = {
  login: 'Login',
  registration: 'Registration',
  recovery: 'Recovery',
  verification: 'Verification',
  settings: 'Settings',
} as const satisfies Record<FlowKind, string>;

/** Starts a flow. Never throws: a failure is an outcome too. */
export function beginFlow(kind: FlowKind, params: FlowParams): Promise<Outcome> {
  // Each kind takes some of these.
  return outcomeOf(
    kind,
    identityApi()[`createBrowser${NAMES[kind]}Flow`]({
      returnTo: params.return_to,
      refresh: params.refresh === 'true' ? true : undefined,
      aal: params.aal,
      via: params.via,
      organization: params.organization,
      loginChallenge: params.login_challenge,
      afterVerificationReturnTo: params.after_verification_return_to,
    }),
  );
}

/** Fetches a flow that this page or the identity service has started. */
export function fetchFlow(kind: FlowKind, id: string): Promise<Outcome> {
  return outcomeOf(kind, identityApi()[`get${NAMES[kind]}Flow`]({ id }));
}

/** Submits a form. The body's fields come from the flow's own nodes, so the server determines its type. */
export function submitFlow(kind: FlowKind, flow: string, body: FlowBody): Promise<Outcome> {
  const name = `update${NAMES[kind]}Flow` as const;
  const request = { flow, [`${name}Body`]: body } as never;
  return outcomeOf(kind, identityApi()[name](request));
}

async function outcomeOf(kind: FlowKind, call: Call): Promise<Outcome> {
  try {
    return interpretSuccess(kind, (await call).data);
  } catch (error) {
    const { response } = error as { response?: { status: number; data: unknown } };
    return interpretFailure(kind, response?.status ?? 0, response?.data);
  }
}
