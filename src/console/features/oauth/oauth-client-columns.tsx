import { accessText } from '#console/modules/resource-scope/access-text.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { textColumn, timeColumn } from '#console/ui/table/columns.tsx';
import type { Column } from '#console/ui/table/data-table.tsx';
import { OAUTH_SCOPES } from '#core/access/oauth-scopes.ts';
import type { OAuthClient } from '#generated/model/index.ts';

/** The columns of the OAuth client list. */
export const oauthClientColumns: readonly Column<OAuthClient>[] = [
  {
    header: 'Name',
    width: 'minmax(0, 2fr)',
    cell: ({ name, old_secret_until }) => (
      <>
        <span className="tl-truncate">{name}</span>
        {old_secret_until && (
          <StatusBadge tone="warning">
            Old secret until <RelativeTime value={old_secret_until} />
          </StatusBadge>
        )}
      </>
    ),
  },
  textColumn('Publisher', (client) => client.publisher, {
    width: 'minmax(0, 1.2fr)',
    hideBelow: 'md',
  }),
  {
    header: 'Type',
    width: '96px',
    hideBelow: 'md',
    cell: ({ type }) => (type === 'public' ? 'Public' : 'Confidential'),
  },
  {
    header: 'Scopes',
    width: 'minmax(0, 2fr)',
    hideBelow: 'lg',
    cell: ({ scopes }) => (
      <span className="tl-truncate">
        {scopes.map((scope) => OAUTH_SCOPES[scope].label).join(', ')}
      </span>
    ),
  },
  textColumn('Access', ({ resources }) => accessText(resources), {
    width: 'minmax(0, 1.2fr)',
    hideBelow: 'sm',
  }),
  {
    header: 'Secret',
    width: '96px',
    hideBelow: 'lg',
    cell: ({ secret_prefix }) => (
      <span className="tl-mono">{secret_prefix ? `${secret_prefix}…` : '–'}</span>
    ),
  },
  timeColumn('Last used', ({ last_used_at }) => last_used_at, { width: '88px' }),
];
