import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { checkSession } from '#console/api/session.ts';
import { paths } from '#console/modules/paths.ts';
import { LonePage } from '#console/modules/user/lone-page.tsx';
import { forgetLinkToken, useLinkToken } from '#console/modules/user/use-link-token.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { openAccessLink } from '#generated/api/share/share.ts';

const KEY = 'access-link';

/** `/link#token=…`: someone opens a link to a shared thing, signed in or not. */
export function LinkPage() {
  const token = useLinkToken(KEY);
  const session = useQuery({
    queryKey: queryKeys.session(),
    queryFn: checkSession,
    meta: { silent: true },
  });
  const isSignedIn = session.data?.state === 'authenticated';
  const opened = useQuery({
    queryKey: queryKeys.accessLink(),
    queryFn: ({ signal }) => openAccessLink({ token: token ?? '' }, undefined, { signal }),
    enabled: isSignedIn && token !== null,
    retry: false,
    gcTime: 0,
    meta: { silent: true },
  });
  const { data: thing } = opened;
  useEffect(() => {
    if (!thing) return;
    forgetLinkToken(KEY);
    // What was cached without this access is outdated, so the console reloads.
    globalThis.location.replace(paths.sharedThing(thing));
  }, [thing]);

  const back = `?return_to=${encodeURIComponent(paths.accessLink())}`;
  const failure = opened.error ?? session.error;
  let content = <TextSkeleton lines={3} />;
  if (token === null || isApiError(failure, 400, 404))
    content = (
      <>
        <Text>{failure ? messageOf(failure) : 'Open the link that was sent to you.'}</Text>
        <LinkButton to={paths.home()}>Go to Taskloom</LinkButton>
      </>
    );
  else if (failure)
    content = (
      <ErrorState
        error={failure}
        onRetry={() => void (opened.error ? opened.refetch() : session.refetch())}
      />
    );
  else if (session.data && !isSignedIn)
    content = (
      <>
        <Text>Something was shared with you. Sign in or create an account to open it.</Text>
        <LinkButton to={paths.login(paths.accessLink())}>Sign in</LinkButton>
        <LinkButton to={`${paths.registration()}${back}`} variant="default">
          Create account
        </LinkButton>
      </>
    );
  return <LonePage title="Shared with you">{content}</LonePage>;
}
