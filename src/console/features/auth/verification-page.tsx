import { Anchor } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { checkSession } from '#console/api/session.ts';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import { AuthFlowView } from './auth-flow-view.tsx';
import { afterSignIn, consolePath } from './flow/destinations.ts';
import type { Flow } from './flow/flow-types.ts';
import { findNode } from './flow/nodes.ts';
import { FlowForm } from './form/flow-form.tsx';
import { AuthLayout } from './layout/auth-layout.tsx';
import { useAuthFlow } from './use-auth-flow.ts';

/** `/auth/verification`: proves by a mailed code that an email is one's own. It can wait. */
export function VerificationPage() {
  const { control, destination } = useAuthFlow('verification');
  const { flow } = control;
  const email = useUnverifiedEmail();
  const passed = flow?.state === 'passed_challenge';
  const client = useQueryClient();

  useEffect(() => {
    // What is known of the session says "not verified" still.
    if (passed) client.invalidateQueries({ queryKey: queryKeys.session() });
  }, [passed, client]);

  if (flow && passed) {
    return (
      <AuthLayout title="Your email is verified" lead="Thank you, that was all.">
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
          ? 'Enter the code that we sent you. It works for 10 minutes.'
          : 'We send you a code, so that you can always get back in.'
      }
      footer={
        <Anchor component={Link} to={afterSignIn(destination)}>
          Do this later
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

/** Whoever is signed in need not type what is known of them. */
function useUnverifiedEmail(): string | null {
  const { data } = useQuery({ queryKey: queryKeys.session(), queryFn: checkSession });
  if (data?.state !== 'authenticated') return null;
  const addresses = data.session.identity?.verifiable_addresses ?? [];
  return addresses.find(({ verified }) => !verified)?.value ?? null;
}

/** Where the person wanted to go, else where the flow's own link leads, if that is in this console. */
function nextPath(flow: Flow, destination: string): string {
  if (destination !== '/') return afterSignIn(destination);
  const link = findNode(flow.ui.nodes, 'continue')?.attributes;
  const path = link?.node_type === 'a' ? consolePath(link.href) : null;
  return afterSignIn(path);
}
