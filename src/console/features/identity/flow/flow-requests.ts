import type {
  UpdateLoginFlowBody,
  UpdateRecoveryFlowBody,
  UpdateRegistrationFlowBody,
  UpdateSettingsFlowBody,
  UpdateVerificationFlowBody,
} from '@ory/client';
import { identityApi } from '#console/modules/user/identity-api.ts';
import type { FlowBody, FlowKind, FlowParams } from './flow-types.ts';
import { interpretFailure, interpretSuccess, type Outcome } from './interpret.ts';

type Call = Promise<{ data: unknown }>;

/** Starts a flow. Never throws: a failure is an outcome too. */
export function beginFlow(kind: FlowKind, params: FlowParams): Promise<Outcome> {
  const api = identityApi();
  const returnTo = params.return_to;
  switch (kind) {
    case 'login':
      return outcomeOf(
        kind,
        api.createBrowserLoginFlow({
          returnTo,
          refresh: params.refresh === 'true' ? true : undefined,
          aal: params.aal,
          via: params.via,
          organization: params.organization,
          loginChallenge: params.login_challenge,
        }),
      );
    case 'registration':
      return outcomeOf(
        kind,
        api.createBrowserRegistrationFlow({
          returnTo,
          organization: params.organization,
          loginChallenge: params.login_challenge,
          afterVerificationReturnTo: params.after_verification_return_to,
        }),
      );
    case 'recovery':
      return outcomeOf(kind, api.createBrowserRecoveryFlow({ returnTo }));
    case 'verification':
      return outcomeOf(kind, api.createBrowserVerificationFlow({ returnTo }));
    case 'settings':
      return outcomeOf(kind, api.createBrowserSettingsFlow({ returnTo }));
  }
}

/** Fetches a flow that this page or the identity service has started. */
export function fetchFlow(kind: FlowKind, id: string): Promise<Outcome> {
  const api = identityApi();
  switch (kind) {
    case 'login':
      return outcomeOf(kind, api.getLoginFlow({ id }));
    case 'registration':
      return outcomeOf(kind, api.getRegistrationFlow({ id }));
    case 'recovery':
      return outcomeOf(kind, api.getRecoveryFlow({ id }));
    case 'verification':
      return outcomeOf(kind, api.getVerificationFlow({ id }));
    case 'settings':
      return outcomeOf(kind, api.getSettingsFlow({ id }));
  }
}

/** Submits a form. The body's fields come from the flow's own nodes, so the server determines its type. */
export function submitFlow(kind: FlowKind, flow: string, body: FlowBody): Promise<Outcome> {
  const api = identityApi();
  switch (kind) {
    case 'login': {
      const updateLoginFlowBody = body as unknown as UpdateLoginFlowBody;
      return outcomeOf(kind, api.updateLoginFlow({ flow, updateLoginFlowBody }));
    }
    case 'registration': {
      const updateRegistrationFlowBody = body as unknown as UpdateRegistrationFlowBody;
      return outcomeOf(kind, api.updateRegistrationFlow({ flow, updateRegistrationFlowBody }));
    }
    case 'recovery': {
      const updateRecoveryFlowBody = body as unknown as UpdateRecoveryFlowBody;
      return outcomeOf(kind, api.updateRecoveryFlow({ flow, updateRecoveryFlowBody }));
    }
    case 'verification': {
      const updateVerificationFlowBody = body as unknown as UpdateVerificationFlowBody;
      return outcomeOf(kind, api.updateVerificationFlow({ flow, updateVerificationFlowBody }));
    }
    case 'settings': {
      const updateSettingsFlowBody = body as unknown as UpdateSettingsFlowBody;
      return outcomeOf(kind, api.updateSettingsFlow({ flow, updateSettingsFlowBody }));
    }
  }
}

async function outcomeOf(kind: FlowKind, call: Call): Promise<Outcome> {
  try {
    return interpretSuccess(kind, (await call).data);
  } catch (error) {
    const { response } = error as { response?: { status: number; data: unknown } };
    return interpretFailure(kind, response?.status ?? 0, response?.data);
  }
}
