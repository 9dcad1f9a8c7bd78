import { Anchor } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type SessionEnd, sessionEnd } from '#console/modules/user/session-record.ts';
import { signOut } from '#console/modules/user/sign-out.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { AuthFlowView } from './auth-flow-view.tsx';
import { screenPath } from './flow/destinations.ts';
import { FlowAlert } from './form/flow-alerts.tsx';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { isSecondFactor, type Occasion, occasionOf, wordsOf } from './login-occasion.tsx';
import { OWNER_QUESTION, ownerWords } from './owner-question.tsx';
import { useAuthFlow } from './use-auth-flow.ts';
import { useOwnEmail } from './use-own-email.ts';

/** Messages that the screen words itself. */
const shownByScreen = [1010003, 1010004, 1010014, 1010016, OWNER_QUESTION];

/** `/auth/login`: password, code, passkey, second factor, and confirming the user's identity. */
export function LoginPage() {
  const { control, params, destination } = useAuthFlow('login');
  const { flow } = control;
  const occasion = occasionOf(flow, params);
  const { title, lead, submitLabel } = { ...wordsOf(occasion, flow), ...ownerWords(flow) };
  const carried = destination === '/' ? {} : { return_to: destination };
  const email = useOwnEmail(occasion === 'confirm');

  return (
    <AuthLayout title={title} lead={lead} footer={footerOf(occasion, carried, control.restart)}>
      {flow && occasion === 'sign_in' && <SessionEndNotice />}
      <AuthFlowView control={control} fields={isSecondFactor(occasion) ? 1 : 2}>
        <FlowForm
          kind="login"
          control={control}
          autoFocus
          label={title}
          submitLabel={submitLabel}
          hideMessages={shownByScreen}
          initial={email === null ? undefined : { identifier: email }}
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

function footerOf(
  occasion: Occasion,
  carried: { return_to?: string },
  restart: () => void,
): ReactNode {
  if (isSecondFactor(occasion) || occasion === 'confirm') return <SomeoneElse />;
  if (occasion === 'identified' || occasion === 'link') {
    return (
      <span>
        <Anchor component="button" type="button" onClick={restart}>
          Use another account
        </Anchor>
      </span>
    );
  }
  return (
    <span>
      New here?{' '}
      <Anchor component={Link} underline="always" to={screenPath('registration', carried)}>
        Create an account
      </Anchor>
    </span>
  );
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

const reasons: Readonly<Record<SessionEnd, string>> = {
  expired: 'Your session has expired. Sign in again to continue.',
  ended:
    'Your session was ended, for example on another device or by a change of password. Sign in again to continue.',
};

/** Why someone who was signed in has to sign in again; nothing for anyone else. Only for when nobody is signed in. */
function SessionEndNotice() {
  const [end] = useState(() => sessionEnd());
  return end && <FlowAlert type="info">{reasons[end]}</FlowAlert>;
}
