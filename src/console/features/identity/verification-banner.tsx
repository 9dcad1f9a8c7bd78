import { CloseButton } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Suspense, useCallback, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { useEmailVerified } from '#console/modules/user/use-email-verified.ts';
import { Banner } from '#console/ui/feedback/banner.tsx';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { useIdleLoad } from '#console/ui/use-idle-load.ts';

const loadReason = () => import('./verification-reason.tsx');
const Reason = lazyOf(loadReason, 'VerificationReason');

/** The reason to verify the email if there is no free credit to receive. */
const REASON = 'so you never lose access.';

const dismissedKey = 'verification-dismissed';

/** Reminds users to verify their email until they dismiss it. */
export function VerificationBanner() {
  const { email } = useCurrentUser();
  const verified = useEmailVerified(email);
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(dismissedKey) === email);
  const orgId = useContext(ActiveProjectContext)?.org_id ?? '';
  const isAsked = verified === false && !dismissed && orgId !== '';
  const [isLoaded, setLoaded] = useState(false);
  useIdleLoad(useCallback(() => loadReason().then(() => setLoaded(true)), []));
  // Onboarding asks for one thing at a time.
  if (verified !== false || dismissed || pathname === paths.onboarding()) return null;

  return (
    <Banner
      label="Email verification"
      icon={IconMail}
      to={paths.verification(pathname)}
      linkText="Verify email"
      action={
        <CloseButton
          size="sm"
          aria-label="Remind me later"
          onClick={() => {
            sessionStorage.setItem(dismissedKey, email);
            setDismissed(true);
          }}
        />
      }
    >
      Verify <b>{email}</b>{' '}
      {isAsked && isLoaded ? (
        <Suspense fallback={REASON}>
          <Reason orgId={orgId} otherwise={REASON} />
        </Suspense>
      ) : (
        REASON
      )}
    </Banner>
  );
}
