import { accessText } from '#console/modules/resource-scope/access-text.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { textColumn, timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import type { ApiKey } from '#generated/model/index.ts';

/** Keys that expire within this time (ms) are highlighted. */
const soonMs = 7 * 24 * 3600 * 1000;

/** How close a key is to its expiry. */
export function expiryOf(key: Pick<ApiKey, 'expires_at'>, now = Date.now()) {
  if (key.expires_at === null) return 'never';
  const left = Date.parse(key.expires_at) - now;
  if (left <= 0) return 'expired';
  return left < soonMs ? 'soon' : 'later';
}

function Expiry({ apiKey }: { apiKey: ApiKey }) {
  const state = expiryOf(apiKey);
  if (state === 'expired') return <StatusBadge tone="danger">Expired</StatusBadge>;
  const time = <RelativeTime value={apiKey.expires_at} fallback="Never" />;
  return state === 'soon' ? <StatusBadge tone="warning">{time}</StatusBadge> : time;
}

/** The columns of the API key list. */
export const apiKeyColumns: readonly Column<ApiKey>[] = [
  textColumn('Name', (key) => key.name, { width: 'minmax(0, 2fr)' }),
  {
    header: 'Key',
    width: 'minmax(112px, auto)',
    hideBelow: 'sm',
    cell: ({ prefix, old_prefix, old_key_until }) => (
      <>
        <span className="tl-mono">{prefix}…</span>
        {old_key_until && (
          <StatusBadge tone="warning">
            {old_prefix}… until <RelativeTime value={old_key_until} />
          </StatusBadge>
        )}
      </>
    ),
  },
  textColumn('Access', (key) => accessText(key.resources), { hideBelow: 'md' }),
  textColumn('Created by', (key) => key.created_by.name, { hideBelow: 'lg' }),
  timeColumn('Created', (key) => key.created_at, { width: '120px', hideBelow: 'lg' }),
  timeColumn('Last used', (key) => key.last_used_at, { width: '120px', hideBelow: 'sm' }),
  {
    header: 'Expires',
    width: '104px',
    cell: (key) => <Expiry apiKey={key} />,
  },
];
