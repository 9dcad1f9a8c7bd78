import { accessText } from '#console/modules/resource-scope/access-text.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
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
  {
    header: 'Name',
    width: 'minmax(0, 2fr)',
    cell: (key) => <span className="tl-truncate">{key.name}</span>,
  },
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
  {
    header: 'Access',
    hideBelow: 'md',
    cell: (key) => <span className="tl-truncate">{accessText(key.resources)}</span>,
  },
  {
    header: 'Created by',
    hideBelow: 'lg',
    cell: (key) => <span className="tl-truncate">{key.created_by.name}</span>,
  },
  {
    header: 'Created',
    width: '120px',
    hideBelow: 'lg',
    cell: (key) => <RelativeTime value={key.created_at} />,
  },
  {
    header: 'Last used',
    width: '120px',
    hideBelow: 'sm',
    cell: (key) => <RelativeTime value={key.last_used_at} />,
  },
  {
    header: 'Expires',
    width: '104px',
    cell: (key) => <Expiry apiKey={key} />,
  },
];
