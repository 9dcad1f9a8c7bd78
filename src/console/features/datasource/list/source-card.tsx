import { Button } from '@mantine/core';
import { IconDots, IconRefresh } from '@tabler/icons-react';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { counted } from '#console/ui/display/counted.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import type { Datasource, DatasourceSync } from '#generated/model/index.ts';
import classes from '../datasource.module.css';
import { detailOf, INTERVALS, KINDS } from '../kinds.tsx';
import type { SourceActions } from '../use-source-actions.ts';
import { SourceNotice } from './source-notice.tsx';
import { SourceStatus } from './source-status.tsx';
import { SyncProgress } from './sync-progress.tsx';
import { COUNTS, isOpen, RESULTS } from './sync-text.ts';

interface SourceCardProps {
  source: Datasource;
  actions: SourceActions;
  menu: readonly MenuAction[];
  onCredentials: (source: Datasource) => void;
  /** The URL of its page. */
  href: string;
  place: ItemPlace;
}

/** A data source in the list: its state, its schedule and the changes of its last sync. */
export function SourceCard(props: SourceCardProps) {
  const { source, actions, menu, onCredentials, href, place } = props;
  const { name, config, last_sync, documents } = source;
  const { icon, label } = KINDS[config.kind];
  const canSync = source.status !== 'disconnected';
  return (
    <li {...place} className={classes.item}>
      <article className={classes.card} aria-label={name}>
        <header className={classes.head}>
          <span className={classes.icon} role="img" aria-label={label} title={label}>
            {icon}
          </span>
          <div className={classes.names}>
            <h2>
              <Link to={href} className={classes.name} title={name}>
                {name}
              </Link>
            </h2>
            <p className={classes.place} title={detailOf(source)}>
              {detailOf(source)}
            </p>
          </div>
          <SourceStatus source={source} />
          <div className={classes.buttons}>
            {!isOpen(last_sync) && canSync && (
              <EditButton
                size="compact-sm"
                variant="default"
                leftSection={<IconRefresh />}
                onClick={() => actions.sync(source)}
              >
                Sync now
              </EditButton>
            )}
            <MenuButton actions={menu} width={208}>
              <Button size="compact-sm" variant="subtle" px={6} aria-label={`Actions for ${name}`}>
                <IconDots />
              </Button>
            </MenuButton>
          </div>
        </header>
        <SourceNotice source={source} actions={actions} onCredentials={onCredentials} />
        {isOpen(last_sync) && <SyncProgress source={source} sync={last_sync} actions={actions} />}
        <footer className={classes.foot}>
          <span>{counted(documents, 'document')}</span>
          <Schedule source={source} />
          {last_sync && !isOpen(last_sync) && (
            <SyncCounts
              sync={last_sync}
              href={(result) => `${href}&sync=${last_sync.id}&result=${result}`}
            />
          )}
        </footer>
      </article>
    </li>
  );
}

const ENDED: Partial<Record<DatasourceSync['status'], string>> = {
  succeeded: 'Synced',
  failed: 'Sync failed',
  cancelled: 'Sync cancelled',
};

/** The times of a source's last and next sync. */
function Schedule({ source }: { source: Datasource }) {
  const { last_sync, next_sync_at, interval } = source;
  const ended = isOpen(last_sync) ? null : (last_sync?.ended_at ?? null);
  return (
    <>
      {last_sync && ended && (
        <span>
          {ENDED[last_sync.status]} <RelativeTime value={ended} />
        </span>
      )}
      <span>
        {next_sync_at ? (
          <>
            Next <RelativeTime value={next_sync_at} />
          </>
        ) : (
          INTERVALS[interval]
        )}
      </span>
    </>
  );
}

/**
 * The counts of a sync, as links to its log.
 * @param href the URL of the log with a filter
 */
function SyncCounts({ sync, href }: { sync: DatasourceSync; href: (result: string) => string }) {
  return (
    <ul className={classes.counts} aria-label="Last sync">
      {COUNTS.map((name) => (
        <li key={name}>
          <Link
            to={href(name)}
            className={classes.count}
            data-zero={sync[name] === 0 || undefined}
            data-tone={name === 'failed' && sync.failed > 0 ? 'danger' : undefined}
          >
            <strong>{sync[name].toLocaleString('en-GB')}</strong> {RESULTS[name].toLowerCase()}
          </Link>
        </li>
      ))}
    </ul>
  );
}
