import { paths } from '#console/modules/paths.ts';
import { ConfirmIdentity } from '../features/auth/security/confirm-identity.tsx';
import { DataPage } from '../features/user/account/data-page.tsx';

/** The page “Your data”. The dialog that confirms the person's identity belongs to another feature. */
export function DataPageWithConfirmation() {
  return (
    <DataPage
      confirmation={(handlers) => (
        <ConfirmIdentity {...handlers} purpose="continue" returnTo={paths.yourData()} />
      )}
    />
  );
}
