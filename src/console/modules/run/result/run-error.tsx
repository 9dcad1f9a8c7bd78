import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { InlineCode } from '#console/ui/display/inline-code.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import type { FieldError, RunError } from '#generated/model/index.ts';
import classes from './result.module.css';
import { explainRunError, type RunProblem } from './run-error-guide.ts';

/** Pointer prefix of errors in the draft that was to run. */
const draftPointer = '/definition';

function isOfDraft({ pointer }: FieldError): boolean {
  return pointer.startsWith(`${draftPointer}/`);
}

interface RunErrorBlockProps extends RunProblem {
  /** Runs it again; absent in the log. */
  onRetry?: (() => void) | undefined;
  onShowInputs?: (() => void) | undefined;
  /** Goes to a problem in the draft, given a pointer into its definition. */
  onGoTo?: ((pointer: string) => void) | undefined;
  requestId?: string | null;
}

/** Why a run failed or was refused, what to do about it, and a button that does it. */
export function RunErrorBlock({
  onRetry,
  onShowInputs,
  onGoTo,
  requestId,
  ...problem
}: RunErrorBlockProps) {
  const { orgId } = useActiveProject();
  const { title, message, advice, action } = explainRunError(problem);
  const wait = problem.retry_after;
  const { errors = [] } = problem;
  const isDraftWrong = errors.length > 0 && errors.every(isOfDraft);
  const buttons: Partial<Record<NonNullable<typeof action>, ReactNode>> = {
    billing: (
      <LinkButton variant="default" to={paths.billing(orgId)}>
        View balance
      </LinkButton>
    ),
    inputs: onShowInputs && !isDraftWrong && (
      <SmallButton onClick={onShowInputs}>Go to inputs</SmallButton>
    ),
    retry: onRetry && <SmallButton onClick={onRetry}>Run again</SmallButton>,
    activate: (
      <LinkButton variant="default" to={{ search: '?tab=revisions' }}>
        View revisions
      </LinkButton>
    ),
  };
  return (
    <div className={classes.error} role="alert">
      <IconAlertTriangle aria-hidden className={classes.errorIcon} />
      <div className={classes.errorBody}>
        <p className={classes.errorTitle}>
          {title} {problem.code && <span className="tl-mono">{problem.code}</span>}
        </p>
        <p className={classes.errorText}>{message}</p>
        {errors.length > 0 && (
          <ul className={classes.errorList}>
            {errors.map((error) => (
              <li key={error.pointer + error.message}>
                <span className="tl-mono">{error.pointer || '/'}</span> {error.message}{' '}
                {onGoTo && isOfDraft(error) && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onGoTo(error.pointer.slice(draftPointer.length))}
                  >
                    Go to
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {advice && (
          <p className={classes.errorTodo}>
            <InlineCode text={advice} />
          </p>
        )}
        {wait !== undefined && wait > 0 && (
          <p className={classes.errorTodo}>Retry after {wait} s.</p>
        )}
        {requestId && (
          <p className={classes.errorTodo}>
            Request ID <span className="tl-mono">{requestId}</span>
          </p>
        )}
        {action && buttons[action]}
      </div>
    </div>
  );
}

function SmallButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}

/** The problem of a failed run or a refused call. */
export function runProblemOf(error: unknown): RunProblem & { requestId: string | null } {
  if (isRunError(error)) return { ...error, requestId: null };
  if (isApiError(error) && error.problem) {
    const { code, errors } = error.problem;
    // Shown only for server errors, which someone has to look into.
    const requestId = error.status >= 500 ? error.requestId : null;
    return { code, message: messageOf(error, 'task.run'), errors, requestId };
  }
  const message = navigator.onLine
    ? "The server isn't responding. Your inputs are safe."
    : "You're offline. Your inputs are safe.";
  return { code: null, message, requestId: null };
}

function isRunError(error: unknown): error is RunError {
  return (
    typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error
  );
}
