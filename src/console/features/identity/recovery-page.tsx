import { Anchor } from '@mantine/core';
import { Link } from '#console/ui/navigation/link.tsx';
import { AuthFlowView } from './auth-flow-view.tsx';
import { screenPath } from './flow/destinations.ts';
import { codeExpiry } from './flow/facts.ts';
import type { Flow } from './flow/flow-types.ts';
import { messageText } from './flow/messages.ts';
import { sendsLinks } from './flow/node-table.ts';
import { hasCode } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { OWNER_QUESTION, ownerWords } from './owner-question.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

/** Messages that say what the step is about, where people choose the address that a code goes to. */
const stepMessages = [1060004, 1060005, 1060006];

/** `/auth/recovery`: regain access with a code or link sent by email; ends at setting a new password. */
export function RecoveryPage() {
  const { control, destination } = useAuthFlow('recovery');
  const { flow } = control;
  const sent = flow !== null && (flow.state === 'sent_email' || hasCode(flow));
  const question = ownerWords(flow);
  const what = flow !== null && sendsLinks(flow.ui.nodes) ? 'link' : 'code';

  return (
    <AuthLayout
      title={question?.title ?? (sent ? 'Check your email' : 'Recover your account')}
      lead={question?.lead ?? leadOf(flow, sent, what)}
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
          hideMessages={[1060002, 1060003, OWNER_QUESTION, ...stepMessages]}
          submitLabel={sent && what === 'link' ? 'Send a new link' : undefined}
        />
      </AuthFlowView>
    </AuthLayout>
  );
}

function leadOf(flow: Flow | null, sent: boolean, what: string): string {
  const step = flow?.ui.messages?.find(({ id }) => stepMessages.includes(id));
  if (step) return messageText(step);
  return flow && sent
    ? `If an account exists for this email, we sent it a ${what}.${codeExpiry(flow)}`
    : `Enter your email and we'll send you a ${what}.`;
}
