import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { useGetUserDeletion } from '#generated/api/account/account.ts';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { type ConfirmationHandlers, useConfirmed } from './use-confirmed.ts';

type DataPageProps = {
  /** The dialog that confirms the person's identity. */
  confirmation: (handlers: ConfirmationHandlers) => ReactNode;
};

/** `/settings/your-data`: a download of what is stored about the person, and the deletion of their account. */
export function DataPage({ confirmation }: DataPageProps) {
  const confirmed = useConfirmed();
  const deletion = useGetUserDeletion({ query: { staleTime: 0 } });
  return (
    <Page title="Your data" area="Settings" width="form">
      <Stack gap={40}>
        <DownloadData confirmed={confirmed} />
        {deletion.isPending && <FormSkeleton fields={2} />}
        {deletion.error && !deletion.data && (
          <ErrorState error={deletion.error} onRetry={() => void deletion.refetch()} />
        )}
        {deletion.data && <DeleteAccount deletion={deletion.data} confirmed={confirmed} />}
      </Stack>
      {confirmed.handlers && confirmation(confirmed.handlers)}
    </Page>
  );
}
