import { Anchor } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { checkSession } from '#console/api/session.ts';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import { AuthFlowView } from './auth-flow-view.tsx';
import { afterSignIn, consolePath, screenPath } from './flow/destinations.ts';
import { codeExpiry } from './flow/facts.ts';
import type { Flow } from './flow/flow-types.ts';
import { messageText } from './flow/messages.ts';
import { sendsLinks } from './flow/node-table.ts';
import { fieldValue, findInput, findNode, hasCode } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { ACCOUNT_ENDED, OWNER_QUESTION, ownerWords } from './owner-question.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

/** `/auth/verification`: verifies an email with a code or link sent to it. Can be skipped. */
export function VerificationPage() {
  const { control, destination } = useAuthFlow('verification');
  const { flow } = control;
  const { email, signedIn } = useVisitor();
  const carried = destination === '/' ? {} : { return_to: destination };
  const passed = flow?.state === 'passed_challenge';
  const client = useQueryClient();

  useEffect(() => {
    // The cached session still says "not verified". The balance changes too.
    if (passed) client.invalidateQueries();
  }, [passed, client]);

  if (flow && passed) {
    return (
      <AuthLayout title="Your email is verified" lead="You're all set.">
        <LinkButton to={nextPath(flow, destination)} size="md" fullWidth>
          Continue
        </LinkButton>
      </AuthLayout>
    );
  }
  const ended = flow?.ui.messages?.find(({ id }) => id === ACCOUNT_ENDED);
  if (ended) {
    return (
      <AuthLayout title="That account's access has ended" lead={messageText(ended)}>
        <LinkButton to={signedIn ? '/' : screenPath('registration')} size="md" fullWidth>
          {signedIn ? 'Continue' : 'Create an account'}
        </LinkButton>
      </AuthLayout>
    );
  }
  const question = ownerWords(flow);
  const sent = flow !== null && (flow.state === 'sent_email' || hasCode(flow));
  const what = flow !== null && sendsLinks(flow.ui.nodes) ? 'link' : 'code';
  return (
    <AuthLayout
      title={question?.title ?? 'Verify your email'}
      lead={
        question?.lead ??
        (sent
          ? `We sent a ${what} to ${addressOf(flow) ?? email ?? 'your email'}.${codeExpiry(flow)}`
          : `We'll email you a ${what} so you never lose access.`)
      }
      footer={
        signedIn === false ? (
          <Anchor component={Link} to={screenPath('login', carried)}>
            Back to sign in
          </Anchor>
        ) : (
          <Anchor component={Link} to={afterSignIn(destination)}>
            Skip for now
          </Anchor>
        )
      }
    >
      <AuthFlowView control={control} fields={1}>
        <FlowForm
          kind="verification"
          control={control}
          autoFocus
          label={question?.title ?? 'Verify your email'}
          hideMessages={[1080001, 1080003, OWNER_QUESTION]}
          submitLabel={sent && what === 'link' ? 'Send a new link' : undefined}
          initial={email === null ? undefined : { email }}
        />
      </AuthFlowView>
    </AuthLayout>
  );
}

/** The address the code was sent to, which the resend button carries. */
function addressOf(flow: Flow): string | null {
  const node = findInput(flow.ui.nodes, 'email');
  return (node && String(fieldValue(node, {}))) || null;
}

/** Whether someone is signed in, and the email that they haven't verified. Unknown until the session is checked. */
function useVisitor(): { email: string | null; signedIn: boolean | undefined } {
  const { data } = useQuery({ queryKey: queryKeys.session(), queryFn: checkSession });
  if (data?.state !== 'authenticated') return { email: null, signedIn: data && false };
  const addresses = data.session.identity?.verifiable_addresses ?? [];
  const email = addresses.find(({ verified }) => !verified)?.value ?? null;
  return { email, signedIn: true };
}

/** The page the user wanted to reach, else the target of the flow's own link if that is in this console. */
function nextPath(flow: Flow, destination: string): string {
  if (destination !== '/') return afterSignIn(destination);
  const link = findNode(flow.ui.nodes, 'continue')?.attributes;
  const path = link?.node_type === 'a' ? consolePath(link.href) : null;
  return afterSignIn(path);
}
