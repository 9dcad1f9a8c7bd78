import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { identityApi } from '#console/modules/user/identity-api.ts';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import { GENERIC_MESSAGE } from '#core/messages.ts';
import { screenPath } from './flow/destinations.ts';
import { DISABLED } from './flow/interpret.ts';
import { AuthLayout } from './layout/auth-layout.tsx';

const codes: Readonly<Record<string, string>> = {
  access_denied: 'Access was denied.',
  login_required: 'Please sign in first.',
  temporarily_unavailable: "Sign-in isn't available right now. Please try again in a minute.",
};

const broken =
  "The sign-in service has a problem. Try again. If that doesn't help, ask your administrator, and tell them what is below.";

/** What went wrong; `detail` is for administrators. */
type Reason = { text: string; detail?: string; id: string | null };

/** `/auth/error`: errors without a form to show them in, with links to continue. */
export function AuthErrorPage() {
  const [params] = useSearchParams();
  const reason = useReason(params);
  return (
    <AuthLayout
      title="Something went wrong"
      footer={
        <Anchor component={Link} to="/">
          Go to home page
        </Anchor>
      }
    >
      <Stack gap="md">
        {reason === null ? (
          <Skeleton height={20} role="status" aria-label="Loading" />
        ) : (
          <div role="alert">
            <Text>{reason.text}</Text>
            {reason.detail && (
              <Text size="sm" c="dimmed" mt="sm" className="tl-mono">
                {reason.detail}
              </Text>
            )}
            {reason.id && (
              <Text size="sm" c="dimmed" mt="sm">
                Include <span className="tl-mono">{reason.id}</span> when contacting support.
              </Text>
            )}
          </div>
        )}
        <LinkButton to={screenPath('login')} size="md" fullWidth>
          Sign in again
        </LinkButton>
      </Stack>
    </AuthLayout>
  );
}

/**
 * The error stored under the id, or the meaning of the code in the URL. Texts in the URL are not shown, since
 * anyone could have written them.
 */
function useReason(params: URLSearchParams): Reason | null {
  const id = params.get('id');
  const code = params.get('error');
  const [fetched, setFetched] = useState<Reason | null>(null);

  useEffect(() => {
    if (id === null) return;
    let current = true;
    const show = (found: Omit<Reason, 'id'>) => {
      if (current) setFetched({ ...found, id });
    };
    identityApi()
      .getFlowError({ id })
      .then(({ data }) => show(wordsOf(data.error)))
      .catch(() => show({ text: 'This link has expired. Please start again.' }));
    return () => {
      current = false;
    };
  }, [id]);

  if (id === null) return { text: (code && codes[code]) || GENERIC_MESSAGE, id: null };
  return fetched;
}

/** Errors without a reason are the service's own, such as those of its settings or its database. */
function wordsOf(error: unknown): Omit<Reason, 'id'> {
  const { code, reason, message } = (error ?? {}) as {
    code?: number;
    reason?: string;
    message?: string;
  };
  if (message === 'identity is disabled') return { text: DISABLED };
  const refusal = /^jsonnetsecure: ERROR: RUNTIME ERROR: (.+)$/m.exec(message ?? '')?.[1];
  if (refusal !== undefined)
    return { text: "Your account at the other service can't be used here.", detail: refusal };
  if (reason === undefined && message !== undefined && code !== undefined && code >= 500)
    return { text: broken, detail: message };
  return { text: reason ?? message ?? GENERIC_MESSAGE };
}
