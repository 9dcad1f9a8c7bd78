import { Anchor } from '@mantine/core';
import { Link } from '#console/ui/navigation/link.tsx';
import { AuthFlowView } from './auth-flow-view.tsx';
import { screenPath } from './flow/destinations.ts';
import { findNode } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

/** `/auth/recovery`: back in by a mailed code; it ends where a new password is set. */
export function RecoveryPage() {
  const { control, destination } = useAuthFlow('recovery');
  const sent = control.flow !== null && findNode(control.flow.ui.nodes, 'code') !== undefined;

  return (
    <AuthLayout
      title={sent ? 'Check your email' : 'Recover your account'}
      lead={
        sent
          ? 'If there is an account with this email, a code is on its way. It works for 10 minutes.'
          : 'Enter your email and we send you a code.'
      }
      footer={
        <span>
          Remembered it?{' '}
          <Anchor
            component={Link}
            to={screenPath('login', destination === '/' ? {} : { return_to: destination })}
          >
            Sign in
          </Anchor>
        </span>
      }
    >
      <AuthFlowView control={control} fields={1}>
        <FlowForm
          kind="recovery"
          control={control}
          autoFocus
          label="Recover your account"
          hideMessages={[1060003]}
        />
      </AuthFlowView>
    </AuthLayout>
  );
}
