import { Stack } from '@mantine/core';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { useGetUserDeletion } from '#generated/api/account/account.ts';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';

/** `/settings/your-data`: a download of what is stored about the person, and the deletion of their account. */
export function DataPage() {
  const deletion = useGetUserDeletion({ query: { staleTime: 0 } });
  return (
    <Page title="Your data" area="Settings" width="form">
      <Stack gap={40}>
        <DownloadData />
        {deletion.isPending && <FormSkeleton fields={2} />}
        {deletion.error && !deletion.data && (
          <ErrorState error={deletion.error} onRetry={() => void deletion.refetch()} />
        )}
        {deletion.data && <DeleteAccount deletion={deletion.data} />}
      </Stack>
    </Page>
  );
}
