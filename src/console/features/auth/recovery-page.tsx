import { Anchor } from '@mantine/core';
import { Link } from '#console/ui/navigation/link.tsx';
import { AuthFlowView } from './auth-flow-view.tsx';
import { screenPath } from './flow/destinations.ts';
import { findNode } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

/** `/auth/recovery`: regain access with a code sent by email; ends at setting a new password. */
export function RecoveryPage() {
  const { control, destination } = useAuthFlow('recovery');
  const sent = control.flow !== null && findNode(control.flow.ui.nodes, 'code') !== undefined;

  return (
    <AuthLayout
      title={sent ? 'Check your email' : 'Recover your account'}
      lead={
        sent
          ? 'If an account exists for this email, we sent it a code. It expires in 10 minutes.'
          : "Enter your email and we'll send you a code."
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
