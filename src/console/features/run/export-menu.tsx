import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import type { ExportFormat } from '#core/run/run-export.ts';
import type { ListRunsParams } from '#generated/model/index.ts';

/** Exports all runs that match the list's filters. */
export function ExportMenu({ params }: { params: ListRunsParams }) {
  const { orgId, projectId } = useActiveProject();
  const saving = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const { exportRuns } = await import('./export-runs.ts');
      await exportRuns(orgId, projectId, format, params);
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
        Export runs
      </Button>
    </MenuButton>
  );
}
