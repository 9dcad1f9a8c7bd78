import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { paths } from '#console/modules/paths.ts';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { counted } from '#console/ui/display/counted.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { QueryList } from '#console/ui/list/query-list.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import type { Collection } from '#generated/model/index.ts';
import classes from './datasource.module.css';
import { AddDialog } from './dialogs/add-dialog.tsx';
import { SourceCard } from './list/source-card.tsx';
import { useSources } from './list/use-sources.ts';
import { useSourceActions } from './use-source-actions.ts';
import { useSourceMenu } from './use-source-menu.tsx';

const SourceDetail = lazyOf(() => import('./detail/source-detail.tsx'), 'SourceDetail');

/** Height of a card in px, before it is measured. */
const CARD = 120;

/** The data sources of a collection, or one of them with its log. */
export function SourcesTab({ collection }: { collection: Collection }) {
  const [sourceId] = useQueryParam('source');
  return (
    <div className={classes.tab}>
      {sourceId ? (
        <Suspense fallback={<TextSkeleton lines={8} />}>
          <SourceDetail key={sourceId} collection={collection} datasourceId={sourceId} />
        </Suspense>
      ) : (
        <SourceList collection={collection} />
      )}
    </div>
  );
}

function SourceList({ collection }: { collection: Collection }) {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
  const { allowed } = usePermission(scope, 'edit');
  const { query, sources } = useSources(collection.id);
  const actions = useSourceActions(collection.id);
  const menu = useSourceMenu(collection.id, actions);
  // A link can open the dialog, at a kind of source.
  const [adding, setAdding] = useQueryParam('add');
  // Stays while the dialog is closing, during which it can be opened again.
  const [shown, setShown] = useState(adding);
  if (adding !== null && adding !== shown) setShown(adding);
  const add = () => allowed && setAdding('source', { push: true });
  useShortcut('C', 'Add data source', add);
  const button = (
    <EditButton leftSection={<IconPlus />} onClick={add}>
      Add data source
    </EditButton>
  );

  return (
    <>
      {sources.length > 0 && (
        <div className={classes.bar}>
          <p className={classes.aside}>
            {query.hasNextPage
              ? `${sources.length}+ data sources`
              : counted(sources.length, 'data source')}
          </p>
          {button}
        </div>
      )}
      <QueryList
        label="Data sources"
        className={classes.list}
        query={query}
        skeleton={
          <ul className={classes.list} aria-hidden>
            {[0, 1, 2].map((card) => (
              <li key={card} className={classes.item}>
                <div className={classes.card}>
                  <TextSkeleton lines={3} />
                </div>
              </li>
            ))}
          </ul>
        }
        empty={
          <EmptyState icon={<IconPlugConnected />} title="No data sources yet" action={button}>
            Connect a website, a bucket, a drive, a repository or a feed. Its contents become
            documents and are kept in sync.
          </EmptyState>
        }
        items={sources}
        itemKey={({ id }) => id}
        itemHeight={CARD}
        renderItem={(source, place) => (
          <SourceCard
            key={source.id}
            source={source}
            actions={actions}
            menu={menu.items(source)}
            onCredentials={(one) => menu.open('credentials', one)}
            href={paths.source(projectId, collection.id, source.id)}
            place={place}
          />
        )}
      />
      {menu.dialog}
      {shown !== null && allowed && (
        <AddDialog
          collectionId={collection.id}
          wanted={shown}
          opened={adding !== null}
          onClose={() => setAdding(null)}
          onClosed={() => setShown(null)}
        />
      )}
    </>
  );
}
