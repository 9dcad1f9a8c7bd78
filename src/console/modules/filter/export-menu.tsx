import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { saveFile } from '#console/ui/download.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import type { ExportFormat } from '#core/run/run-export.ts';

interface ExportMenuProps {
  label: string;
  /** The file name, without the date. */
  name: string;
  /** Of the list, with its filters. */
  url: string;
}

/** Exports everything that matches a list's filters. */
export function ExportMenu({ label, name, url }: ExportMenuProps) {
  const saving = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const [path, query] = url.split('?');
      const today = new Date().toISOString().slice(0, 10);
      const file = await fetchFile(`${path}/export?format=${format}${query ? `&${query}` : ''}`);
      saveFile(`${name}-${today}.${format}`, file);
    },
  });
  return (
    <MenuButton
      actions={[
        { label: 'CSV (for spreadsheets)', onClick: () => saving.mutate('csv') },
        { label: 'JSON Lines (for programs)', onClick: () => saving.mutate('jsonl') },
      ]}
    >
      <Button variant="default" loading={saving.isPending} leftSection={<IconDownload />}>
        {label}
      </Button>
    </MenuButton>
  );
}
