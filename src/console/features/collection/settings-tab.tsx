import { Suspense, useState } from 'react';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { lazyOf } from '#console/ui/on-demand.tsx';
import type { Collection, IndexSettings } from '#generated/model/index.ts';
import { CollectionDangerZone } from './settings/collection-danger-zone.tsx';
import { IndexForm } from './settings/index-form.tsx';
import { changedSettings, settingsProblem } from './settings/index-rules.ts';
import { IndexVersions } from './settings/index-versions.tsx';
import classes from './settings/settings.module.css';
import { useIndexes } from './settings/use-indexes.ts';

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
            isBuilding={indexes.pending === 'build'}
            onBuild={() => void build()}
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
