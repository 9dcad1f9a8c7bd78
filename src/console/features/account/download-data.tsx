import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { saveFile } from '#console/ui/download.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { FormSection } from '#console/ui/form/form.tsx';
import { getExportUserDataUrl } from '#generated/api/account/account.ts';
import type { Confirmed } from './use-confirmed.ts';

/** Downloads what is stored about the person. */
export function DownloadData({ confirmed }: { confirmed: Confirmed }) {
  const saving = useMutation({
    mutationFn: async () => {
      const archive = await confirmed.run(() => fetchFile(getExportUserDataUrl()));
      if (!archive) return;
      const today = new Date().toISOString().slice(0, 10);
      saveFile(`taskloom-data-${today}.zip`, archive);
      toast.success('Your data was downloaded');
    },
  });
  return (
    <FormSection title="Download your data">
      <Stack gap="md" align="flex-start">
        <Text>
          A ZIP archive of JSON files with your profile, memberships, notifications, chats and runs.
          Its README explains them. What belongs to projects is exported there.
        </Text>
        <Button
          variant="default"
          leftSection={<IconDownload />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          Download data
        </Button>
      </Stack>
    </FormSection>
  );
}
