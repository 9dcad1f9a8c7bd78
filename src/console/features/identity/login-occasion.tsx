import type { ReactNode } from 'react';
import { codeExpiry } from './flow/facts.ts';
import type { Flow } from './flow/flow-types.ts';
import { messageText } from './flow/messages.ts';
import { fieldValue, findInput, hasCode, hasGroup, messageIds } from './flow/nodes.ts';

/** Why the screen is shown. */
export type Occasion =
  | 'sign_in'
  /** The email is known; how to sign in isn't. */
  | 'identified'
  /** Signed in at a provider with the email of an account that doesn't use it yet. */
  | 'link'
  | 'code'
  | 'second_factor'
  | 'second_factor_code'
  | 'confirm';

const linking = 1010016;

/** Why the sign-in screen is shown, from its flow or, before that has loaded, from its address. */
export function occasionOf(flow: Flow | null, params: URLSearchParams): Occasion {
  const requested = flow as { requested_aal?: string; refresh?: boolean } | null;
  const isSent = flow !== null && hasCode(flow);
  if ((requested?.requested_aal ?? params.get('aal')) === 'aal2') {
    return isSent ? 'second_factor_code' : 'second_factor';
  }
  if (isSent) return 'code';
  if (requested?.refresh ?? params.get('refresh') === 'true') return 'confirm';
  if (flow && messageIds(flow).includes(linking)) return 'link';
  return flow && identifierOf(flow) !== '' && isKnown(flow) ? 'identified' : 'sign_in';
}

/** Whether a second factor is asked for. */
export function isSecondFactor(occasion: Occasion): boolean {
  return occasion === 'second_factor' || occasion === 'second_factor_code';
}

const secondStep = 'One more step';

/** What the screen says on an occasion. */
export function wordsOf(
  occasion: Occasion,
  flow: Flow | null,
): { title: string; lead: ReactNode; submitLabel?: string } {
  switch (occasion) {
    case 'code':
      return {
        title: 'Check your email',
        lead: <CodeSent flow={flow} />,
        submitLabel: 'Sign in',
      };
    case 'second_factor':
      return {
        title: secondStep,
        lead: 'Your account uses two-step verification. Complete the second step to sign in.',
      };
    case 'second_factor_code':
      return {
        title: secondStep,
        lead: <SecondCodeSent flow={flow} />,
        submitLabel: 'Sign in',
      };
    case 'confirm':
      return {
        title: "Confirm it's you",
        lead: confirmLead(flow),
        submitLabel: 'Confirm',
      };
    case 'link':
      return { title: 'Connect your account', lead: linkLead(flow) };
    case 'identified':
      return {
        title: 'Sign in',
        lead: (
          <>
            Welcome back, <b>{identifierOf(flow)}</b>.
          </>
        ),
      };
    default:
      return { title: 'Sign in', lead: 'Welcome back.' };
  }
}

function linkLead(flow: Flow | null): string {
  const message = flow?.ui.messages?.find(({ id }) => id === linking);
  return message ? messageText(message) : '';
}

function CodeSent({ flow }: { flow: Flow | null }): ReactNode {
  const to = identifierOf(flow);
  return (
    <>
      If an account exists for {to === '' ? 'this email' : <b>{to}</b>}, we sent it a code.
      {flow && codeExpiry(flow)}
    </>
  );
}

function SecondCodeSent({ flow }: { flow: Flow | null }): ReactNode {
  const to = identifierOf(flow);
  return (
    <>
      We sent a code to {to === '' ? 'your email' : <b>{to}</b>}. Enter it to complete the second
      step.{flow && codeExpiry(flow)}
    </>
  );
}

/** Whether the email can't be changed in this step. */
function isKnown(flow: Flow): boolean {
  return findInput(flow.ui.nodes, 'identifier')?.attributes.type === 'hidden';
}

function identifierOf(flow: Flow | null): string {
  const node = flow && findInput(flow.ui.nodes, 'identifier');
  return node ? String(fieldValue(node, {})) : '';
}

/** What to do to confirm who is signed in. */
export function confirmLead(flow: Flow | null, purpose = 'change sign-in settings'): string {
  return flow && !hasGroup(flow, 'password')
    ? `Sign in again to ${purpose}.`
    : `Enter your password to ${purpose}.`;
}
