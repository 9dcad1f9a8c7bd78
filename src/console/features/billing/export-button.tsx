import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { saveFile } from '#console/ui/download.ts';

/** Exports everything that matches a list's filters as CSV. */
export function ExportButton({ name, url }: { name: string; url: string }) {
  const saving = useMutation({
    mutationFn: async () => {
      const [path, query] = url.split('?');
      const today = new Date().toISOString().slice(0, 10);
      const file = await fetchFile(`${path}/export${query ? `?${query}` : ''}`);
      saveFile(`${name}-${today}.csv`, file);
    },
  });
  return (
    <Button
      variant="default"
      loading={saving.isPending}
      leftSection={<IconDownload />}
      onClick={() => saving.mutate()}
    >
      Export CSV
    </Button>
  );
}
