import { Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { saveFile } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { getExportUserDataUrl, useGetUserDeletion } from '#generated/api/account/account.ts';
import { DeleteAccount } from './delete-account.tsx';
import { type ConfirmationHandlers, type Confirmed, useConfirmed } from './use-confirmed.ts';

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
        <Loaded query={deletion} skeleton={<FormSkeleton fields={2} />}>
          {(data) => <DeleteAccount deletion={data} confirmed={confirmed} />}
        </Loaded>
      </Stack>
      {confirmed.handlers && confirmation(confirmed.handlers)}
    </Page>
  );
}

/** Downloads what is stored about the person. */
function DownloadData({ confirmed }: { confirmed: Confirmed }) {
  const save = async () => {
    const archive = await confirmed.run(() => fetchFile(getExportUserDataUrl()));
    if (!archive) return;
    const today = new Date().toISOString().slice(0, 10);
    saveFile(`taskloom-data-${today}.zip`, archive);
    toast.success('Your data was downloaded');
  };
  return (
    <FormSection title="Download your data">
      <Stack gap="md" align="flex-start">
        <Text>
          A ZIP archive of JSON files with your profile, memberships, notifications, chats and runs.
          Its README explains them. What belongs to projects is exported there.
        </Text>
        <ActionButton
          variant="default"
          leftSection={<IconDownload />}
          onClick={() => attempt(save)}
        >
          Download data
        </ActionButton>
      </Stack>
    </FormSection>
  );
}
