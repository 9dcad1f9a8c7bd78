import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { saveFile } from '#console/ui/download.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import type { ExportFormat } from '#core/run/run-export.ts';
import { getListAuditEntriesUrl } from '#generated/api/audit/audit.ts';
import type { ListAuditEntriesParams } from '#generated/model/index.ts';

/** Exports all entries that match the filters. */
export function ExportAuditLog(props: { orgId: string; params: ListAuditEntriesParams }) {
  const saving = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const { page_limit: _, ...filters } = props.params;
      const [path, query] = getListAuditEntriesUrl(props.orgId, filters).split('?');
      const url = `${path}/export?format=${format}${query ? `&${query}` : ''}`;
      const today = new Date().toISOString().slice(0, 10);
      saveFile(`audit-log-${today}.${format}`, await fetchFile(url));
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
        Export
      </Button>
    </MenuButton>
  );
}
