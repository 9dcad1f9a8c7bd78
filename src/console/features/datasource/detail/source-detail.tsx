import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { paths } from '#console/modules/paths.ts';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { MenuButton, MoreButton } from '#console/ui/menu/menu-button.tsx';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import type { Collection, Datasource } from '#generated/model/index.ts';
import classes from '../datasource.module.css';
import { detailOf, INTERVALS, KINDS } from '../kinds.tsx';
import { SourceNotice } from '../list/source-notice.tsx';
import { SourceStatus } from '../list/source-status.tsx';
import { SyncProgress } from '../list/sync-progress.tsx';
import { isOpen } from '../list/sync-text.ts';
import { useSource } from '../list/use-sources.ts';
import { useSourceActions } from '../use-source-actions.ts';
import { useSourceMenu } from '../use-source-menu.tsx';
import detail from './detail.module.css';
import { SourceFiles } from './source-files.tsx';
import { SyncLog } from './sync-log.tsx';

const VIEWS = [
  { value: 'log', label: 'Sync log' },
  { value: 'files', label: 'Files' },
] as const;

interface SourceDetailProps {
  collection: Collection;
  datasourceId: string;
}

/** A data source: its state, its log and its files. */
export function SourceDetail({ collection, datasourceId }: SourceDetailProps) {
  const { projectId } = useActiveProject();
  const { data, error, refetch } = useSource(collection.id, datasourceId);
  const all = paths.collection(projectId, collection.id, 'sources');
  if (error && !data)
    return (
      <ErrorState
        error={error}
        onRetry={() => refetch()}
        action={
          <LinkButton to={all} variant="subtle">
            All data sources
          </LinkButton>
        }
      />
    );
  return (
    <div className={detail.page}>
      <Link to={all} className={detail.back}>
        <IconArrowLeft /> All data sources
      </Link>
      {data ? <Loaded collection={collection} source={data} /> : <TextSkeleton lines={10} />}
    </div>
  );
}

function Loaded({ collection, source }: { collection: Collection; source: Datasource }) {
  const [, setSource] = useQueryParam('source');
  const [view, setView] = useQueryParam('view');
  const actions = useSourceActions(collection.id);
  const menu = useSourceMenu(collection.id, actions, () => setSource(null));
  const { config, last_sync, name } = source;
  const { icon, label, isBrowsable } = KINDS[config.kind];
  const isFiles = isBrowsable && view === 'files';

  return (
    <>
      <header className={classes.head}>
        <span className={classes.icon} role="img" aria-label={label} title={label}>
          {icon}
        </span>
        <div className={classes.names}>
          <h2 title={name}>{name}</h2>
          <p className={classes.place} title={detailOf(source)}>
            {detailOf(source)}
          </p>
        </div>
        <SourceStatus source={source} />
        <div className={classes.buttons}>
          {!isOpen(last_sync) && source.status !== 'disconnected' && (
            <EditButton leftSection={<IconRefresh />} onClick={() => actions.sync(source)}>
              Sync now
            </EditButton>
          )}
          <MenuButton actions={menu.items(source)} width={208}>
            <MoreButton label={`Actions for ${name}`} />
          </MenuButton>
        </div>
      </header>
      <SourceNotice
        source={source}
        actions={actions}
        onCredentials={(one) => menu.open('credentials', one)}
      />
      {isOpen(last_sync) && <SyncProgress source={source} sync={last_sync} actions={actions} />}
      <SourceFacts source={source} />
      {isBrowsable && (
        <Segmented
          label="View"
          items={VIEWS}
          value={isFiles ? 'files' : 'log'}
          onChange={(value) => setView(value === 'log' ? null : value)}
        />
      )}
      {isFiles ? (
        <SourceFiles
          collectionId={collection.id}
          source={source}
          onCredentials={() => menu.open('credentials', source)}
          onConnect={() => void actions.connect(source)}
        />
      ) : (
        <SyncLog collectionId={collection.id} source={source} />
      )}
      {menu.dialog}
    </>
  );
}

function SourceFacts({ source }: { source: Datasource }) {
  const { config, interval, last_sync, next_sync_at, documents, credentials_hint } = source;
  const hasCredentials = KINDS[config.kind].credentials !== 'none' || credentials_hint !== null;
  return (
    <Facts>
      <Fact label="Documents">{counted(documents, 'document')}</Fact>
      <Fact label="Last sync">
        {isOpen(last_sync) ? 'In progress' : <RelativeTime value={last_sync?.ended_at ?? null} />}
      </Fact>
      <Fact label="Next sync">
        <RelativeTime
          value={next_sync_at}
          fallback={interval === 'manual' ? INTERVALS.manual : 'Not scheduled'}
        />
      </Fact>
      <Fact label="Schedule">{INTERVALS[interval]}</Fact>
      {hasCredentials && (
        <Fact label={config.kind === 'google_drive' ? 'Account' : 'Credentials'}>
          <span className={credentials_hint?.startsWith('…') ? 'tl-mono' : undefined}>
            {credentials_hint ?? 'None'}
          </span>
        </Fact>
      )}
      <Fact label="Added by">{source.created_by.name}</Fact>
    </Facts>
  );
}
