import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { lazyOf, onDemand } from '#console/ui/on-demand.tsx';
import type { Collection, IndexSettings } from '#generated/model/index.ts';
import { DeleteDialog } from './dialogs/delete-dialog.tsx';
import { IndexForm } from './settings/index-form.tsx';
import { changedSettings, settingsProblem } from './settings/index-rules.ts';
import { IndexVersions } from './settings/index-versions.tsx';
import classes from './settings/settings.module.css';
import { useIndexes } from './settings/use-indexes.ts';

const MoveCollection = onDemand(() => import('./dialogs/move-dialog.tsx'), 'MoveCollection');
const ChunkPreview = lazyOf(() => import('./settings/chunk-preview.tsx'), 'ChunkPreview');

/** How a collection is indexed, with a preview, and the versions of its index. */
export function SettingsTab({ collection }: { collection: Collection }) {
  const active = collection.index;
  // The user's changes; everything else is taken from the active index.
  const [edited, setEdited] = useState<Partial<IndexSettings>>({});
  const [activate, setActivate] = useState(false);
  const indexes = useIndexes(collection.id);
  const settings = { ...active.settings, ...edited };

  const build = async () => {
    const changed = changedSettings(active.settings, settings);
    if (changed) await indexes.build(changed, activate);
  };

  return (
    <div className={classes.tab}>
      <div className={classes.columns}>
        <div>
          <IndexForm
            active={active}
            settings={settings}
            onChange={(change) => setEdited((before) => ({ ...before, ...change }))}
            activate={activate}
            onActivate={setActivate}
            onBuild={build}
          />
          <IndexVersions indexes={indexes} />
          <CollectionDangerZone collection={collection} />
        </div>
        <Suspense fallback={<TextSkeleton lines={6} />}>
          <ChunkPreview
            collectionId={collection.id}
            settings={settings}
            isValid={settingsProblem(settings) === null}
          />
        </Suspense>
      </div>
    </div>
  );
}

/** Moves or deletes a collection. */
function CollectionDangerZone({ collection }: { collection: Collection }) {
  const { projectId } = useActiveProject();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'move' | 'delete' | null>(null);
  const leave = () => navigate(paths.collections(projectId));
  const close = () => setDialog(null);
  return (
    <section aria-label="Danger zone">
      <SectionTitle>Danger zone</SectionTitle>
      <p className={classes.aside}>
        Moving takes its documents, data sources and indexes along. Deleting can&apos;t be undone.
      </p>
      <div className={classes.danger}>
        <EditButton variant="default" onClick={() => setDialog('move')}>
          Move to project
        </EditButton>
        <EditButton color="red" variant="light" onClick={() => setDialog('delete')}>
          Delete collection
        </EditButton>
      </div>
      {dialog === 'move' && (
        <MoveCollection collection={collection} onClosed={close} onMoved={leave} />
      )}
      {dialog === 'delete' && (
        <DeleteDialog collection={collection} onClosed={close} onDeleted={leave} />
      )}
    </section>
  );
}
