import { Anchor } from '@mantine/core';
import { Link } from '#console/ui/navigation/link.tsx';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { AuthFlowView } from './auth-flow-view.tsx';
import { screenPath } from './flow/destinations.ts';
import { findNode } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

const credit = `$${WELCOME_CREDIT / 1_000_000}`;

/** `/auth/registration`: a new account, in one step or two. */
export function RegistrationPage() {
  const { control, destination } = useAuthFlow('registration');
  const carried = destination === '/' ? {} : { return_to: destination };
  const second = control.flow !== null && findNode(control.flow.ui.nodes, 'screen') !== undefined;

  return (
    <AuthLayout
      title={second ? 'Choose how you sign in' : 'Create your account'}
      lead={second ? undefined : `You get ${credit} in free credit. No card needed.`}
      footer={
        <span>
          Already have an account?{' '}
          <Anchor component={Link} underline="always" to={screenPath('login', carried)}>
            Sign in
          </Anchor>
        </span>
      }
    >
      <AuthFlowView control={control} fields={3}>
        <FlowForm
          kind="registration"
          control={control}
          autoFocus
          label="Create your account"
          hint={(name) => (name === 'password' ? 'At least 8 characters.' : undefined)}
          hideMessages={[1040009]}
        />
      </AuthFlowView>
    </AuthLayout>
  );
}
