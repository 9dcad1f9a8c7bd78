import { TextInput } from '@mantine/core';
import type { Session } from '@ory/client';
import { useQuery } from '@tanstack/react-query';
import { keys } from '#console/api/keys.ts';
import { checkSession } from '#console/api/session.ts';
import { paths } from '#console/modules/paths.ts';
import { LinkButton } from '#console/ui/link.tsx';
import { StatusBadge } from '#console/ui/status-badge.tsx';
import classes from './profile.module.css';

/** The email that one signs in with, and whether it is known to be one's own. */
export function EmailField({ email }: { email: string }) {
  const { data: check } = useQuery({ queryKey: keys.session(), queryFn: checkSession });
  const session = check?.state === 'authenticated' ? check.session : null;
  const verified = session && isVerified(session, email);

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
        <LinkButton
          variant="default"
          to={`/auth/verification?return_to=${encodeURIComponent(paths.profile())}`}
        >
          Verify
        </LinkButton>
      )}
    </div>
  );
}

/** Null when the identity service does not say. */
export function isVerified(session: Session, email: string): boolean | null {
  const addresses = session.identity?.verifiable_addresses ?? [];
  const address = addresses.find(({ value }) => value.toLowerCase() === email.toLowerCase());
  return address ? address.verified : null;
}
