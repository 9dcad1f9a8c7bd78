import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { saveFile } from '#console/ui/download.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import type { ExportFormat } from '#core/run/run-export.ts';
import { getListRunsUrl } from '#generated/api/run/run.ts';
import type { ListRunsParams } from '#generated/model/index.ts';

/** Exports all runs that match the list's filters. */
export function ExportMenu({ params }: { params: ListRunsParams }) {
  const { orgId, projectId } = useActiveProject();
  const saving = useMutation({
    mutationFn: async (format: ExportFormat) =>
      saveFile(
        `runs-${today()}.${format}`,
        await fetchFile(exportUrl(orgId, projectId, format, params)),
      ),
  });
  return (
    <MenuButton
      actions={[
        { label: 'CSV (for spreadsheets)', onClick: () => saving.mutate('csv') },
        { label: 'JSON Lines (for programs)', onClick: () => saving.mutate('jsonl') },
      ]}
    >
      <Button variant="default" loading={saving.isPending} leftSection={<IconDownload />}>
        Export runs
      </Button>
    </MenuButton>
  );
}

/** The export URL, with the filters of the list. */
export function exportUrl(
  orgId: string,
  projectId: string,
  format: ExportFormat,
  params: ListRunsParams,
): string {
  const { page_limit: _limit, cursor: _cursor, ...filters } = params;
  const [path, query] = getListRunsUrl(orgId, projectId, filters).split('?');
  return `${path}/export?format=${format}${query ? `&${query}` : ''}`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
