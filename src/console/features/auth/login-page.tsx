import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { signOut } from '#console/modules/user/sign-out.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { AuthFlowView } from './auth-flow-view.tsx';
import { screenPath } from './flow/destinations.ts';
import type { Flow } from './flow/flow-types.ts';
import { fieldValue, findNode, isInput } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

/** Why the screen is shown: to sign in, enter a code that was sent, give a second factor, or confirm. */
type Occasion = 'sign_in' | 'code' | 'second_factor' | 'confirm';

/** Messages that the screen words itself. */
const shownByScreen = [1010003, 1010004, 1010014];

/** `/auth/login`: password, code, passkey, second factor, and confirming the user's identity. */
export function LoginPage() {
  const { control, params, destination } = useAuthFlow('login');
  const { flow } = control;
  const occasion = occasionOf(flow, params);
  const { title, lead, submitLabel } = wordsOf(occasion, flow);
  const carried = destination === '/' ? {} : { return_to: destination };

  return (
    <AuthLayout
      title={title}
      lead={lead}
      footer={
        occasion === 'second_factor' || occasion === 'confirm' ? (
          <SomeoneElse />
        ) : (
          <span>
            New here?{' '}
            <Anchor component={Link} underline="always" to={screenPath('registration', carried)}>
              Create an account
            </Anchor>
          </span>
        )
      }
    >
      <AuthFlowView control={control} fields={occasion === 'second_factor' ? 1 : 2}>
        <FlowForm
          kind="login"
          control={control}
          autoFocus
          label={title}
          submitLabel={submitLabel}
          hideMessages={shownByScreen}
          aside={(name) =>
            name === 'password' && (
              <Anchor component={Link} size="sm" to={screenPath('recovery', carried)}>
                Forgot password?
              </Anchor>
            )
          }
        />
      </AuthFlowView>
    </AuthLayout>
  );
}

function occasionOf(flow: Flow | null, params: URLSearchParams): Occasion {
  const requested = flow as { requested_aal?: string; refresh?: boolean } | null;
  if ((requested?.requested_aal ?? params.get('aal')) === 'aal2') return 'second_factor';
  if (flow && findNode(flow.ui.nodes, 'code')) return 'code';
  if (requested?.refresh ?? params.get('refresh') === 'true') return 'confirm';
  return 'sign_in';
}

function wordsOf(occasion: Occasion, flow: Flow | null) {
  switch (occasion) {
    case 'code':
      return {
        title: 'Check your email',
        lead: <CodeSent to={identifierOf(flow)} />,
        submitLabel: 'Sign in',
      };
    case 'second_factor':
      return {
        title: 'One more step',
        lead: 'Your account uses two-step verification. Complete the second step to sign in.',
      };
    case 'confirm':
      return {
        title: "Confirm it's you",
        lead: 'Enter your password to change sign-in settings.',
        submitLabel: 'Confirm',
      };
    default:
      return { title: 'Sign in', lead: 'Welcome back.' };
  }
}

function CodeSent({ to }: { to: string }): ReactNode {
  return (
    <>
      If an account exists for {to === '' ? 'this email' : <b>{to}</b>}, we sent it a code. It
      expires in 10 minutes.
    </>
  );
}

function identifierOf(flow: Flow | null): string {
  const node = flow && findNode(flow.ui.nodes, 'identifier');
  return node && isInput(node) ? String(fieldValue(node, {})) : '';
}

/** For someone who cannot confirm: signs out the current session. */
function SomeoneElse() {
  return (
    <span>
      Not you, or can&apos;t confirm?{' '}
      <Anchor component="button" type="button" onClick={() => void attempt(signOut)}>
        Sign in another way
      </Anchor>
    </span>
  );
}
