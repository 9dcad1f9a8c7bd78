import { useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { connectDatasource, createDatasource } from '#generated/api/datasource/datasource.ts';
import type { DatasourceCreate, DatasourceKind } from '#generated/model/index.ts';
import { leaveToConnect } from '../connect/connection.ts';
import classes from '../form/form.module.css';
import { SourceForm } from '../form/source-form.tsx';
import { KINDS } from '../kinds.tsx';
import { Notice } from '../notice.tsx';

interface AddDialogProps {
  collectionId: string;
  /** The preselected kind, from a link; any other value shows the choice of kinds. */
  wanted: string;
  opened: boolean;
  onClose: () => void;
  /** Called once the closing animation is over. */
  onClosed: () => void;
}

/** Adds a data source: first its kind, then its configuration. */
export function AddDialog(props: AddDialogProps) {
  const { collectionId, wanted, opened, onClose, onClosed } = props;
  const { at, orgId, projectId } = useActiveProject();
  const [, setWanted] = useQueryParam('add');
  const [unconnected, setUnconnected] = useState<string | null>(null);
  const kind = Object.hasOwn(KINDS, wanted) ? (wanted as DatasourceKind) : null;

  const add = async (body: DatasourceCreate) => {
    const source = await mutate(createDatasource, ...at, collectionId, body);
    if (body.config.kind !== 'google_drive') {
      toast.success(`${source.name} added`);
      onClose();
      return;
    }
    try {
      const { id: datasourceId, name } = source;
      const { url } = await mutate(connectDatasource, ...at, collectionId, datasourceId);
      leaveToConnect(url, { orgId, projectId, collectionId, datasourceId, name });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setUnconnected(messageOf(error));
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={onClosed}
      title={kind ? `Add ${KINDS[kind].noun}` : 'Add data source'}
      size="xl"
    >
      {unconnected !== null ? (
        <>
          <Notice tone="danger" role="alert" text={unconnected} />
          <p>The data source was added. Connect it from its card once this is settled.</p>
          <DialogFooter cancel="Close" />
        </>
      ) : kind ? (
        <SourceForm key={kind} collectionId={collectionId} kind={kind} onSubmit={add} />
      ) : (
        <div className={classes.kinds}>
          {Object.entries(KINDS).map(([value, { label, icon, about }], index) => (
            <button
              key={value}
              type="button"
              className={classes.kind}
              data-autofocus={index === 0 || undefined}
              onClick={() => setWanted(value)}
            >
              {icon}
              <span>
                <strong>{label}</strong>
                <span>{about}</span>
              </span>
            </button>
          ))}
        </div>
      )}
    </Modal>
  );
}
