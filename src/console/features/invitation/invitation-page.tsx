import '@mantine/core/styles/Alert.css';
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { mutate } from '#console/api/query/calls.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { checkSession } from '#console/api/session.ts';
import { paths } from '#console/modules/paths.ts';
import { useSelectionStore } from '#console/modules/selection/selection-store.ts';
import { LonePage } from '#console/modules/user/lone-page.tsx';
import { signOut } from '#console/modules/user/sign-out.ts';
import { forgetLinkToken, useLinkToken } from '#console/modules/user/use-link-token.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import { addressKey } from '#core/email/address.ts';
import {
  acceptInvitation,
  declineInvitation,
  useOpenInvitation,
} from '#generated/api/invitation/invitation.ts';
import { useGetUser } from '#generated/api/user/user.ts';
import type { InvitationView, Role } from '#generated/model/index.ts';

const AS: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  editor: 'an editor',
  member: 'a member',
};

/** The page's title. */
function titleOf({ org_name, role, projects, things }: InvitationView): string {
  if (role !== null || projects.length > 0) return `Join ${org_name}`;
  return `Open ${things[0]?.name ?? 'what is shared with you'}`;
}

/** Who invited someone, and to what. */
function invitedTo(invitation: InvitationView): ReactNode {
  const { invited_by, role, projects, things, org_name } = invitation;
  if (role === null && projects.length === 0) {
    const names = new Intl.ListFormat('en-GB').format(things.map(({ name }) => `“${name}”`));
    return (
      <>
        {invited_by} shared {names} of {org_name} with you.
      </>
    );
  }
  const places = projects.map((project, at) => (
    <Fragment key={project.name}>
      {at > 0 && ', '}
      <b>{project.name}</b> as {AS[project.role]}
    </Fragment>
  ));
  if (role === null) {
    return (
      <>
        {invited_by} invited you to {projects.length === 1 ? 'the project' : 'the projects'}{' '}
        {places} of {org_name}.
      </>
    );
  }
  return (
    <>
      {invited_by} invited you to <b>{org_name}</b> as {AS[role]}
      {projects.length > 0 && <>, and to {places}</>}.
    </>
  );
}

const KEY = 'invitation';

/** `/invitation#token=…`: someone follows an invitation link, signed in or not. */
export function InvitationPage() {
  const token = useLinkToken(KEY);
  const invitation = useInvitation(token);
  const session = useQuery({
    queryKey: queryKeys.session(),
    queryFn: checkSession,
    meta: { silent: true },
  });
  const isSignedIn = session.data?.state === 'authenticated';
  const user = useGetUser({ query: { enabled: isSignedIn, meta: { silent: true } } });
  const { error } = invitation;
  const isOver = isApiError(error, 400, 404, 410);
  useEffect(() => {
    if (isOver) forgetLinkToken(KEY);
  }, [isOver]);

  if (token === null)
    return (
      <LonePage title="No invitation">
        <Text>Open the link in your invitation, or ask for a new one.</Text>
        <LinkButton to={paths.home()}>Go to Taskloom</LinkButton>
      </LonePage>
    );
  if (isApiError(error, 400, 404, 410)) {
    return (
      <LonePage title={error.problem?.title ?? 'Invitation not found'}>
        <Text>{messageOf(error)}</Text>
        <LinkButton to={paths.home()}>Go to Taskloom</LinkButton>
      </LonePage>
    );
  }
  const failure = error ?? session.error ?? user.error;
  if (failure) {
    const retry = () => {
      for (const query of [invitation, session, user]) if (query.error) void query.refetch();
    };
    return (
      <LonePage title="Invitation">
        <ErrorState error={failure} onRetry={retry} />
      </LonePage>
    );
  }
  if (!invitation.data || !session.data || (isSignedIn && !user.data)) {
    return (
      <LonePage title="Invitation">
        <TextSkeleton lines={4} />
      </LonePage>
    );
  }
  return (
    <LonePage
      title={titleOf(invitation.data)}
      lead={invitedTo(invitation.data)}
      message={invitation.data.message}
    >
      {user.data ? (
        <Answer token={token} invitation={invitation.data} email={user.data.email} />
      ) : (
        <SignInFirst email={invitation.data.email} />
      )}
    </LonePage>
  );
}

/** Signing up and signing in lead back here. */
function SignInFirst({ email }: { email: string }) {
  const back = `?return_to=${encodeURIComponent(paths.invitation())}`;
  return (
    <Stack gap="md">
      <Text>
        The invitation is for <b>{email}</b>. Use this address to sign up or sign in.
      </Text>
      <LinkButton to={`${paths.registration()}${back}`}>Create account</LinkButton>
      <LinkButton to={paths.login(paths.invitation())} variant="default">
        Sign in
      </LinkButton>
    </Stack>
  );
}

interface AnswerProps {
  token: string;
  invitation: InvitationView;
  /** Who is signed in. */
  email: string;
}

function Answer({ token, invitation, email }: AnswerProps) {
  const [busy, setBusy] = useState<'accept' | 'decline' | 'sign out' | null>(null);
  const [isDeclined, setDeclined] = useState(false);
  const [isUnverified, setUnverified] = useState(false);
  const select = useSelectionStore((state) => state.select);

  const run = async (what: NonNullable<typeof busy>, action: () => Promise<unknown>) => {
    setBusy(what);
    await attempt(action, {
      area: 'org.join',
      handle: (error) => {
        if (!isApiError(error) || error.problem?.code !== 'email_unverified') return false;
        setUnverified(true);
        return true;
      },
    });
    setBusy(null);
  };
  const accept = () =>
    run('accept', async () => {
      const {
        org_id: orgId,
        project_id: projectId,
        thing,
      } = await mutate(acceptInvitation, { token });
      forgetLinkToken(KEY);
      if (thing) {
        globalThis.location.assign(paths.sharedThing(thing));
        return;
      }
      select({ orgId, projectId });
      // Everything in the cache may depend on the new roles, so the console reloads.
      globalThis.location.assign(paths.tasks(projectId));
    });
  const decline = () =>
    run('decline', async () => {
      await mutate(declineInvitation, { token });
      forgetLinkToken(KEY);
      setDeclined(true);
    });

  if (isDeclined) {
    return (
      <Stack gap="md">
        <Text role="status">You declined the invitation.</Text>
        <LinkButton to={paths.home()}>Go to Taskloom</LinkButton>
      </Stack>
    );
  }
  if (addressKey(email) !== addressKey(invitation.email)) {
    return (
      <Stack gap="md">
        <Alert color="yellow" title="This invitation is for another account">
          It is for <b>{invitation.email}</b>, but you are signed in as <b>{email}</b>.
        </Alert>
        <Button
          loading={busy === 'sign out'}
          onClick={() => run('sign out', () => signOut(paths.invitation()))}
        >
          Sign out and use the other account
        </Button>
        <LinkButton to={paths.home()} variant="default">
          Stay signed in
        </LinkButton>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      {isUnverified && (
        <Alert color="yellow" title="Verify your email address">
          We need to know that {email} is yours.{' '}
          <Anchor component={Link} underline="always" to={paths.verification(paths.invitation())}>
            Verify it now
          </Anchor>
          , then accept the invitation.
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        You are signed in as {email}.
      </Text>
      <Button loading={busy === 'accept'} onClick={accept}>
        Accept invitation
      </Button>
      <Button variant="default" loading={busy === 'decline'} onClick={decline}>
        Decline
      </Button>
    </Stack>
  );
}

/** What an invitation says. A POST request, so that the token is in no address. */
function useInvitation(token: string | null) {
  return useOpenInvitation(
    { token: token ?? '' },
    { query: { enabled: token !== null, retry: false, gcTime: 0, meta: { silent: true } } },
  );
}
