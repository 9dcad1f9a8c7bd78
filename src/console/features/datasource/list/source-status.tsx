import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import type { Datasource, DatasourceStatus } from '#generated/model/index.ts';
import { isOpen } from './sync-text.ts';

const STATUSES: Readonly<Record<DatasourceStatus, { label: string; tone: Tone }>> = {
  active: { label: 'Active', tone: 'success' },
  paused: { label: 'Paused', tone: 'warning' },
  disconnected: { label: 'Not connected', tone: 'warning' },
  failing: { label: 'Failing', tone: 'danger' },
};

/** The state of a data source as one word. */
export function SourceStatus({ source }: { source: Datasource }) {
  const { status, last_sync } = source;
  if (isOpen(last_sync))
    return (
      <StatusBadge tone="accent" pulse>
        {last_sync.status === 'running' ? 'Syncing' : 'Waiting'}
      </StatusBadge>
    );
  const { label, tone } = STATUSES[status];
  return (
    <StatusBadge tone={tone} dot>
      {label}
    </StatusBadge>
  );
}
