import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import type { Collection } from '#generated/model/index.ts';
import { DeleteDialog } from '../dialogs/delete-dialog.tsx';
import { MoveDialog } from '../dialogs/move-dialog.tsx';
import classes from './settings.module.css';

/** Moves or deletes a collection. */
export function CollectionDangerZone({ collection }: { collection: Collection }) {
  const { orgId, projectId } = useActiveProject();
  const scope = { level: 'project', orgId, projectId } as const;
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
        <Permitted on={scope} name="edit">
          <Button variant="default" onClick={() => setDialog('move')}>
            Move to project
          </Button>
        </Permitted>
        <Permitted on={scope} name="edit">
          <Button color="red" variant="light" onClick={() => setDialog('delete')}>
            Delete collection
          </Button>
        </Permitted>
      </div>
      {dialog === 'move' && <MoveDialog collection={collection} onClose={close} onMoved={leave} />}
      {dialog === 'delete' && (
        <DeleteDialog collection={collection} onClose={close} onDeleted={leave} />
      )}
    </section>
  );
}
