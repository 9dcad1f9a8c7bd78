import type {
  ContinueWith,
  LoginFlow,
  RecoveryFlow,
  RegistrationFlow,
  SettingsFlow,
  UiNode,
  UiNodeInputAttributes,
  VerificationFlow,
} from '@ory/client';

/** The self-service flows of the identity service. */
export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings';

/** Any flow. The properties that all flows share are enough to render a form. */
export type Flow = LoginFlow | RegistrationFlow | RecoveryFlow | VerificationFlow | SettingsFlow;

/** The parameters for starting a flow, named as in the query string. */
export type FlowParams = Partial<
  Record<
    | 'return_to'
    | 'refresh'
    | 'aal'
    | 'via'
    | 'organization'
    | 'login_challenge'
    | 'after_verification_return_to',
    string
  >
>;

/** The body of a submission: the pressed button, the fields of its method and the shared ones. */
export type FlowBody = { method: string } & Record<string, unknown>;

export type InputNode = UiNode & { attributes: UiNodeInputAttributes & { node_type: 'input' } };

export type { ContinueWith, UiNode };
