import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '#console/modules/paths.ts';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import type { FieldError } from '#generated/model/index.ts';
import { useArticleEditor, useWriter } from '../editor/article-context.tsx';
import { failureOf } from './failure.ts';
import classes from './step.module.css';
import type { Failed } from './writer.ts';

/** Errors whose cause is in the brief. */
const OF_THE_BRIEF = [
  'model_not_found',
  'model_unpriced',
  'model_unauthorized',
  'model_refused',
  'spend_limit_reached',
];

interface FailureBoxProps {
  message: string;
  errors: readonly FieldError[];
  /** What can be done about it. */
  children: ReactNode;
}

/** Says what failed, with what is wrong with each field. */
export function FailureBox({ message, errors, children }: FailureBoxProps) {
  return (
    <div className={classes.failure} role="alert">
      <IconAlertTriangle aria-hidden />
      <div className={classes.failureBody}>
        <p>{message}</p>
        {errors.length > 0 && (
          <ul className="tl-list">
            {errors.map((error) => (
              <li key={error.pointer + error.message}>{error.message}</li>
            ))}
          </ul>
        )}
        {children && <div className={classes.buttons}>{children}</div>}
      </div>
    </div>
  );
}

interface StepFailureProps {
  /** Which failures are shown here. */
  of: (failed: Failed['request']) => boolean;
}

/** Says why the last step failed, in the place of its result. */
export function StepFailure({ of }: StepFailureProps) {
  const { address, writer } = useArticleEditor();
  const failed = useWriter((state) => state.failed);
  if (!failed || !of(failed.request)) return null;
  const { code, message, errors } = failureOf(failed.error);
  return (
    <FailureBox message={message} errors={errors}>
      <Button size="xs" variant="default" onClick={writer.retry}>
        Retry
      </Button>
      {code === 'insufficient_balance' && (
        <LinkButton size="xs" variant="default" to={paths.billing(address.orgId)}>
          View balance
        </LinkButton>
      )}
      {code === 'spend_limit_reached' && (
        <LinkButton size="xs" variant="default" to={paths.billing(address.orgId, 'limits')}>
          View limits
        </LinkButton>
      )}
      {code !== null && OF_THE_BRIEF.includes(code) && (
        <LinkButton size="xs" variant="default" to={{ search: '?step=brief' }}>
          Change model
        </LinkButton>
      )}
      <Button
        size="xs"
        variant="subtle"
        onClick={({ currentTarget }) => {
          currentTarget.closest('section')?.querySelector('h2')?.focus();
          writer.dismissFailure();
        }}
      >
        Dismiss
      </Button>
    </FailureBox>
  );
}
