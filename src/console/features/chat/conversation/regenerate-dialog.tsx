import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { unusableReason } from '#console/modules/model/model-groups.ts';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useModels } from '#console/modules/model/use-models.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';

interface RegenerateDialogProps {
  /** The model that answered. */
  modelId: string;
  /** Called with the chosen model, or null. */
  onClosed: (modelId: string | null) => void;
}

/** Chooses among all models with which one to answer again. */
export function RegenerateDialog({ modelId, onClosed }: RegenerateDialogProps) {
  const { orgId } = useActiveProject();
  const { models } = useModels(orgId);
  const [chosen, setChosen] = useState<string | null>(null);
  const [value, setValue] = useState(modelId);
  const model = models.find(({ id }) => id === value);
  return (
    <Modal onClosed={() => onClosed(chosen)} title="Regenerate with another model">
      {(done) => (
        <Stack gap="md">
          <PlainField label="Model">
            {({ id }) => <ModelPicker id={id} orgId={orgId} modelId={value} onChange={setValue} />}
          </PlainField>
          <DialogFooter>
            <Button
              disabled={!model || unusableReason(model) !== null}
              onClick={() => {
                setChosen(value);
                done();
              }}
            >
              Regenerate
            </Button>
          </DialogFooter>
        </Stack>
      )}
    </Modal>
  );
}
