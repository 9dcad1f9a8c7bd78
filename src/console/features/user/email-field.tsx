import { TextInput } from '@mantine/core';
import { paths } from '#console/modules/paths.ts';
import { useEmailVerified } from '#console/modules/user/use-email-verified.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import classes from './profile.module.css';

/** The sign-in email, and whether it is verified. */
export function EmailField({ email }: { email: string }) {
  const verified = useEmailVerified(email);

  return (
    <div className={classes.email}>
      <TextInput
        className={classes.grow}
        label={
          <span className={classes.label}>
            Email
            {verified === true && <StatusBadge tone="success">Verified</StatusBadge>}
            {verified === false && <StatusBadge tone="warning">Not verified</StatusBadge>}
          </span>
        }
        value={email}
        readOnly
        variant="filled"
      />
      {verified === false && (
        <LinkButton variant="default" to={paths.verification(paths.profile())}>
          Verify
        </LinkButton>
      )}
    </div>
  );
}
