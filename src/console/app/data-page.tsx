import { paths } from '#console/modules/paths.ts';
import { DataPage } from '../features/account/data-page.tsx';
import { ConfirmIdentity } from '../features/identity/security/confirm-identity.tsx';

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
