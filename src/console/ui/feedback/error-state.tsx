import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconLock, IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { CopyButton } from '../display/copy-button.tsx';
import { ExplainContext } from './explain-context.ts';
import classes from './state.module.css';

type ErrorStateProps = {
  error: unknown;
  onRetry?: () => void;
  /** A further action beside Retry. */
  action?: ReactNode;
};

function describe(error: unknown): { icon: ReactNode; title: string; text: string } {
  if (isApiError(error, 0)) {
    return navigator.onLine
      ? {
          icon: <IconCloudOff />,
          title: "The server isn't responding",
          text: 'Your work is safe. Try again in a moment.',
        }
      : {
          icon: <IconCloudOff />,
          title: "You're offline",
          text: "This loads as soon as you're back online.",
        };
  }
  if (isApiError(error, 403)) {
    return {
      icon: <IconLock />,
      title: "You don't have access",
      text: 'Ask an owner of the project or organisation to give you access.',
    };
  }
  if (isApiError(error, 404)) {
    return {
      icon: <IconSearchOff />,
      title: 'Not found',
      text: "It doesn't exist, it was deleted, or it belongs to someone else.",
    };
  }
  return {
    icon: <IconAlertTriangle />,
    title: "Couldn't load this",
    text: messageOf(error),
  };
}

/** Shown in place of content that failed to load, with a way to continue. */
export function ErrorState({ error, onRetry, action }: ErrorStateProps) {
  const found = describe(error);
  const explain = useContext(ExplainContext);
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <div className={classes.state} role="alert">
      <div className={classes.icon} aria-hidden>
        {found.icon}
      </div>
      <p className={classes.title}>{found.title}</p>
      <p className={classes.text}>{found.text}</p>
      {(onRetry || action) && (
        <div className={classes.actions}>
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              Retry
            </Button>
          )}
          {action}
        </div>
      )}
      {explain && isApiError(error) && error.problem && (
        <Button variant="subtle" size="compact-sm" onClick={() => explain(error)}>
          Explain this error
        </Button>
      )}
      {requestId && (
        <span className={classes.request}>
          Request <span className="tl-mono">{requestId}</span>
          <CopyButton value={requestId} what="request ID" size="sm" />
        </span>
      )}
    </div>
  );
}
