import { Anchor } from '@mantine/core';
import { Link } from '#console/ui/navigation/link.tsx';
import { AuthFlowView } from './auth-flow-view.tsx';
import { screenPath } from './flow/destinations.ts';
import { codeExpiry } from './flow/facts.ts';
import { sendsLinks } from './flow/node-table.ts';
import { hasCode } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

/** `/auth/recovery`: regain access with a code or link sent by email; ends at setting a new password. */
export function RecoveryPage() {
  const { control, destination } = useAuthFlow('recovery');
  const { flow } = control;
  const sent = flow !== null && (flow.state === 'sent_email' || hasCode(flow));
  const what = flow !== null && sendsLinks(flow.ui.nodes) ? 'link' : 'code';

  return (
    <AuthLayout
      title={sent ? 'Check your email' : 'Recover your account'}
      lead={
        sent
          ? `If an account exists for this email, we sent it a ${what}.${codeExpiry(flow)}`
          : `Enter your email and we'll send you a ${what}.`
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
          hideMessages={[1060002, 1060003]}
          submitLabel={sent && what === 'link' ? 'Send a new link' : undefined}
        />
      </AuthFlowView>
    </AuthLayout>
  );
}
