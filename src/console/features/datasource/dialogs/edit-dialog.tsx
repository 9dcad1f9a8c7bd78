import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import { updateDatasource, useGetDatasource } from '#generated/api/datasource/datasource.ts';
import type { Datasource, DatasourceCreate } from '#generated/model/index.ts';
import { SourceForm } from '../form/source-form.tsx';

interface EditDialogProps {
  collectionId: string;
  source: Datasource;
  onClose: () => void;
}

/** Edits a data source. The configuration is only sent if it was changed, because changing it starts a full sync. */
export function EditDialog({ collectionId, source, onClose }: EditDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const [opened, setOpened] = useState(true);
  const at = [orgId, projectId, collectionId, source.id] as const;
  // After a conflict with someone else's change, the next attempt starts from the new version.
  const latest = useGetDatasource(...at, { query: { initialData: source } });
  const close = () => setOpened(false);

  const save = async (
    { name, config, interval, credentials }: DatasourceCreate,
    isReadAnew: boolean,
  ) => {
    const body = {
      ...{ name, interval },
      ...(isReadAnew && { config }),
      ...(credentials && { credentials }),
    };
    await mutate(updateDatasource, ...at, body, { 'If-Match': latest.data.etag });
    toast.success(isReadAnew ? `${name} saved; it is read anew` : `${name} saved`);
  };

  return (
    <Modal
      opened={opened}
      onClose={close}
      onClosed={onClose}
      title={`Edit ${source.name}`}
      size="xl"
    >
      <SourceForm
        collectionId={collectionId}
        kind={source.config.kind}
        source={source}
        onSubmit={save}
        onSaved={close}
      />
    </Modal>
  );
}
