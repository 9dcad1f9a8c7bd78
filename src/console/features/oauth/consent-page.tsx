import { Alert, Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { accessText, resourcesProblem } from '#console/modules/resource-scope/access-text.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useDocumentTitle } from '#console/ui/page/document-title.ts';
import { OAUTH_SCOPES } from '#core/access/oauth-scopes.ts';
import {
  useAcceptOAuthRequest,
  useCancelOAuthRequest,
  useOpenOAuthRequest,
} from '#generated/api/oauth/oauth.ts';
import type { OAuthRequest, OAuthRequestAnswer, ResourceScope } from '#generated/model/index.ts';
import { AppLogo } from './app-logo.tsx';
import classes from './consent.module.css';
import { ConsentResources } from './consent-resources.tsx';

/** `/oauth/consent?request=…`: an app asks a person for access. `?error=…`: the app's request can't be answered. */
export function ConsentPage() {
  const [params] = useSearchParams();
  const text = params.get('request');
  useDocumentTitle('Allow an app · Taskloom');
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        {text ? <Loaded text={text} /> : <Refused code={params.get('error')} />}
      </div>
    </main>
  );
}

function Loaded({ text }: { text: string }) {
  const request = useOAuthRequest(text);
  if (request.data) return <Consent request={request.data} />;
  if (request.error)
    return <ErrorState error={request.error} onRetry={() => void request.refetch()} />;
  return <FormSkeleton fields={3} />;
}

function Consent({ request }: { request: OAuthRequest }) {
  const { app, project, registered_by, scopes, return_to, granted_at } = request;
  const user = useCurrentUser();
  const [resources, setResources] = useState<ResourceScope | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const accept = useAcceptOAuthRequest();
  const cancel = useCancelOAuthRequest();

  const answer = (send: () => Promise<OAuthRequestAnswer>) =>
    attempt(async () => {
      const { redirect_to } = await send();
      setLeaving(true);
      window.location.assign(redirect_to);
    });
  const allow = () => {
    const found = resourcesProblem(resources);
    setProblem(found);
    if (found) return;
    void answer(() => accept.mutateAsync({ oauthRequestId: request.id, data: { resources } }));
  };
  const isBusy = isLeaving || accept.isPending || cancel.isPending;

  return (
    <>
      <header className={classes.head}>
        <AppLogo app={app} />
        <div className={classes.grow}>
          <Title order={1} size="h2">
            {app.name} wants to use {project.name}
          </Title>
          <Text c="dimmed">
            By {app.publisher}
            {app.url && (
              <>
                {' · '}
                <a href={app.url} target="_blank" rel="noreferrer">
                  {new URL(app.url).host}
                </a>
              </>
            )}
          </Text>
        </div>
      </header>
      <section>
        <Title order={2} size="h4" mb={8}>
          {app.name} will be able to
        </Title>
        <ul className={classes.scopes}>
          {scopes.map((scope) => (
            <li key={scope}>{OAUTH_SCOPES[scope].allows}</li>
          ))}
        </ul>
      </section>
      <ConsentResources
        request={request}
        value={resources}
        onChange={setResources}
        error={problem ?? undefined}
      />
      <Text size="sm" c="dimmed">
        In {project.org_name}, as {user.name} ({user.email}). Registered by {registered_by.name}.
        {granted_at && (
          <>
            {' '}
            You allowed this app <RelativeTime value={granted_at} />; your new answer replaces that.
          </>
        )}{' '}
        You can disconnect it at any time in Settings → Connected apps.
      </Text>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => void answer(() => cancel.mutateAsync({ oauthRequestId: request.id }))}
        >
          Cancel
        </Button>
        <Button loading={isBusy} onClick={allow}>
          Allow{resources ? ` ${accessText(resources)}` : ''}
        </Button>
      </div>
      <Text size="sm" c="dimmed" ta="center">
        You&apos;ll return to <b>{return_to}</b>
      </Text>
    </>
  );
}

const REFUSALS: Readonly<Record<string, string>> = {
  invalid_client: "This app isn't registered here, or was deleted.",
  invalid_redirect_uri: "The address that the app wants to return to isn't registered for it.",
  unproven: 'This request was started in another browser. Start again in the app.',
};

/** Codes are explained in our own words: what else is in the address may be anybody's. */
function Refused({ code }: { code: string | null }) {
  return (
    <>
      <Alert color="red" variant="light" title="The app's request can't be answered" role="alert">
        {REFUSALS[code ?? ''] ??
          'The request is incomplete or has expired. Start again in the app.'}
      </Alert>
      <LinkButton to="/" variant="default">
        Go to Taskloom
      </LinkButton>
    </>
  );
}

/**
 * The app's request.
 * @param text the request in the address of the page
 */
function useOAuthRequest(text: string) {
  return useOpenOAuthRequest(
    { request: text },
    { query: { retry: false, gcTime: 0, meta: { silent: true } } },
  );
}
