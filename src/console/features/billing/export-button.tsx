import { IconDownload } from '@tabler/icons-react';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { saveFile } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';

/** Exports everything that matches a list's filters as CSV. */
export function ExportButton({ name, url }: { name: string; url: string }) {
  const save = async () => {
    const [path, query] = url.split('?');
    const today = new Date().toISOString().slice(0, 10);
    const file = await fetchFile(`${path}/export${query ? `?${query}` : ''}`);
    saveFile(`${name}-${today}.csv`, file);
  };
  return (
    <ActionButton variant="default" leftSection={<IconDownload />} onClick={() => attempt(save)}>
      Export CSV
    </ActionButton>
  );
}
