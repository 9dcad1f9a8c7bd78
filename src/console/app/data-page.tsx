import { lazy, Suspense } from 'react';
import { paths } from '#console/modules/paths.ts';
import { DataPage } from '../features/user/account/data-page.tsx';

const ConfirmIdentity = lazy(() =>
  import('../features/auth/security/confirm-identity.tsx').then((m) => ({
    default: m.ConfirmIdentity,
  })),
);

/** The page of one's data, with the dialog of another feature that confirms the person's identity. */
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
