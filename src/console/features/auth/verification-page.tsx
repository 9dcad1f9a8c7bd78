import { Anchor } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { checkSession } from '#console/api/session.ts';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import { AuthFlowView } from './auth-flow-view.tsx';
import { afterSignIn, consolePath } from './flow/destinations.ts';
import type { Flow } from './flow/flow-types.ts';
import { fieldValue, findNode, isInput } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

/** `/auth/verification`: verifies an email with a code sent to it. Can be skipped. */
export function VerificationPage() {
  const { control, destination } = useAuthFlow('verification');
  const { flow } = control;
  const email = useUnverifiedEmail();
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
  const sent = flow !== null && findNode(flow.ui.nodes, 'code') !== undefined;
  return (
    <AuthLayout
      title="Verify your email"
      lead={
        sent
          ? `We sent a 6-digit code to ${addressOf(flow) ?? email ?? 'your email'}. It expires in 10 minutes.`
          : "We'll email you a code so you never lose access."
      }
      footer={
        <Anchor component={Link} to={afterSignIn(destination)}>
          Skip for now
        </Anchor>
      }
    >
      <AuthFlowView control={control} fields={1}>
        <FlowForm
          kind="verification"
          control={control}
          autoFocus
          label="Verify your email"
          hideMessages={[1080003]}
          initial={email === null ? undefined : { email }}
        />
      </AuthFlowView>
    </AuthLayout>
  );
}

/** The address the code was sent to, which the resend button carries. */
function addressOf(flow: Flow): string | null {
  const node = findNode(flow.ui.nodes, 'email');
  return (node && isInput(node) && String(fieldValue(node, {}))) || null;
}

/** Prefills the email of the signed-in user. */
function useUnverifiedEmail(): string | null {
  const { data } = useQuery({ queryKey: queryKeys.session(), queryFn: checkSession });
  if (data?.state !== 'authenticated') return null;
  const addresses = data.session.identity?.verifiable_addresses ?? [];
  return addresses.find(({ verified }) => !verified)?.value ?? null;
}

/** The page the user wanted to reach, else the target of the flow's own link if that is in this console. */
function nextPath(flow: Flow, destination: string): string {
  if (destination !== '/') return afterSignIn(destination);
  const link = findNode(flow.ui.nodes, 'continue')?.attributes;
  const path = link?.node_type === 'a' ? consolePath(link.href) : null;
  return afterSignIn(path);
}
