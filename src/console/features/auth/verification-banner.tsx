import { CloseButton } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { useEmailVerified } from '#console/modules/user/use-email-verified.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import classes from './verification-banner.module.css';

const dismissedKey = 'verification-dismissed';

/** Reminds users to verify their email until they dismiss it. */
export function VerificationBanner() {
  const { email } = useCurrentUser();
  const verified = useEmailVerified(email);
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(dismissedKey) === email);
  // Onboarding asks for one thing at a time.
  if (verified !== false || dismissed || pathname === paths.onboarding()) return null;

  return (
    <section className={classes.banner} aria-label="Email verification">
      <IconMail className={classes.icon} aria-hidden />
      <span className={classes.text}>
        Verify <b>{email}</b> so you never lose access.
      </span>
      <Link to={paths.verification(pathname)} className={classes.link}>
        Verify email
      </Link>
      <CloseButton
        size="sm"
        aria-label="Remind me later"
        onClick={() => {
          sessionStorage.setItem(dismissedKey, email);
          setDismissed(true);
        }}
      />
    </section>
  );
}
