import { IconLock, IconSearchOff } from '@tabler/icons-react';
import { isApiError } from '#console/api/api-error.ts';
import { paths } from '#console/modules/paths.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { MESSAGES } from '#core/messages.ts';

interface ChatProblemProps {
  projectId: string;
  /** The status of the response. */
  status: number | undefined;
  error: unknown;
  onRetry: () => void;
}

/** Shown in place of a chat that can't be opened, or can't any more. */
export function ChatProblem({ projectId, status, error, onRetry }: ChatProblemProps) {
  const all = (
    <LinkButton variant="default" to={paths.chats(projectId)}>
      All chats
    </LinkButton>
  );
  if (status === 403)
    return <EmptyState icon={<IconLock />} title={MESSAGES.chat.denied} action={all} />;
  if (status === 404)
    return <EmptyState icon={<IconSearchOff />} title={MESSAGES.chat.notFound} action={all} />;
  return <ErrorState error={error} onRetry={onRetry} action={all} />;
}

/** The status of a failure, if the server responded. */
export function statusOf(error: unknown): number | undefined {
  return isApiError(error) ? error.status : undefined;
}
