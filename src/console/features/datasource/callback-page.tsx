import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { MESSAGES } from '#core/messages.ts';
import { completeDatasourceConnection } from '#generated/api/datasource/datasource.ts';
import { type ConnectingSource, connectingSource } from './connect/connection.ts';

/** Why an account wasn't connected. */
interface ConnectionFailure {
  title: string;
  text: string;
  /** Whether sending the same code once more may help. */
  isPassing: boolean;
}

const NOT_CONNECTED = 'Google Drive is not connected';
const AGAIN = 'Open the data source and connect again.';

/** The provider's error; undefined if it sent a code. */
function refusalOf(params: URLSearchParams): ConnectionFailure | undefined {
  const error = params.get('error');
  if (error === 'access_denied') return fixed('Access was not allowed, so nothing was connected.');
  if (error !== null) {
    const said = (params.get('error_description') ?? error).slice(0, 300);
    return fixed(`Google refused the connection: “${said}”.`);
  }
  if (!params.get('code') || !params.get('state'))
    return fixed("This page is where Google sends you back to, but it didn't send a code.");
  return undefined;
}

/** The connection wasn't started in this tab. */
const unknownConnection: ConnectionFailure = {
  title: NOT_CONNECTED,
  text: `It was started in another tab or browser, or has been completed already. ${AGAIN}`,
  isPassing: false,
};

/** Why the server rejected the code. */
function failureFrom(error: unknown): ConnectionFailure {
  if (!isApiError(error)) return fixed(messageOf(error));
  const { status, code } = error;
  if (code === 'datasource_unauthorized')
    return {
      title: MESSAGES.settings.files,
      text: `${messageOf(error).replace(/^Authentication failed\.?\s*/, '')} ${AGAIN}`.trim(),
      isPassing: false,
    };
  if (status === 404) return fixed('The data source was deleted meanwhile.');
  if (status === 403)
    return fixed("You don't have permission to edit the collection that it belongs to.");
  const [field] = Object.values(fieldErrors(error));
  if (field) return fixed(field);
  const isPassing = status === 0 || status === 429 || status >= 500;
  const text = status === 0 ? "The server isn't responding." : messageOf(error);
  return { title: NOT_CONNECTED, text, isPassing };
}

function fixed(text: string): ConnectionFailure {
  return { title: NOT_CONNECTED, text, isPassing: false };
}

/** `/datasources/callback`: the OAuth redirect target, with a code or an error. */
export function CallbackPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  // Read once: the address changes when the page is left.
  const [returned] = useState(() => ({ params, source: connectingSource(params.get('state')) }));
  const { source } = returned;
  const [failure, setFailure] = useState<ConnectionFailure | null>(null);
  const isStarted = useRef(false);

  const complete = useCallback(async () => {
    const { params: sent, source: of } = returned;
    const refusal = refusalOf(sent) ?? (of ? undefined : unknownConnection);
    if (refusal || !of) return setFailure(refusal ?? unknownConnection);
    setFailure(null);
    const { orgId, projectId, collectionId, datasourceId, name } = of;
    const body = { code: sent.get('code') ?? '', state: sent.get('state') ?? '' };
    try {
      await mutate(
        completeDatasourceConnection,
        orgId,
        projectId,
        collectionId,
        datasourceId,
        body,
      );
      toast.success(`${name} connected`);
      navigate(paths.source(projectId, collectionId, datasourceId), { replace: true });
    } catch (error) {
      setFailure(failureFrom(error));
    }
  }, [navigate, returned]);

  useEffect(() => {
    // A code can be used once, and effects run twice in development.
    if (isStarted.current) return;
    isStarted.current = true;
    void complete();
  }, [complete]);

  return (
    <Page title={failure ? failure.title : 'Connecting Google Drive'} area="Collections">
      {failure ? (
        <Failed failure={failure} source={source} onRetry={() => void complete()} />
      ) : (
        <div role="status" aria-label="Connecting">
          <TextSkeleton lines={3} />
        </div>
      )}
    </Page>
  );
}

interface FailedProps {
  failure: ConnectionFailure;
  source: ConnectingSource | undefined;
  onRetry: () => void;
}

function Failed({ failure, source, onRetry }: FailedProps) {
  const { title, text, isPassing } = failure;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPlugConnectedX />}
        title={title}
        action={
          isPassing ? (
            <Button onClick={onRetry}>Try again</Button>
          ) : (
            <LinkButton to={backTo(source)}>
              {source ? 'Back to the data source' : 'Back to the console'}
            </LinkButton>
          )
        }
        link={
          isPassing && (
            <LinkButton to={backTo(source)} variant="subtle">
              Back to the data source
            </LinkButton>
          )
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}

function backTo(source: ConnectingSource | undefined): string {
  if (!source) return paths.home();
  return paths.source(source.projectId, source.collectionId, source.datasourceId);
}
