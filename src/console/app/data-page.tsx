import { lazy, Suspense } from 'react';
import { paths } from '#console/modules/paths.ts';
import { DataPage } from '../features/user/account/data-page.tsx';

const ConfirmIdentity = lazy(() =>
  import('../features/auth/security/confirm-identity.tsx').then((m) => ({
    default: m.ConfirmIdentity,
  })),
);

/** The page “Your data”. The dialog that confirms the person's identity belongs to another feature. */
export function DataPageWithConfirmation() {
  return (
    <DataPage
      confirmation={(handlers) => (
        <Suspense>
          <ConfirmIdentity {...handlers} purpose="continue" returnTo={paths.yourData()} />
        </Suspense>
      )}
    />
  );
}
