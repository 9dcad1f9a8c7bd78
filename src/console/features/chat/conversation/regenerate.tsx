import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { unusableReason } from '#console/modules/model/model-groups.ts';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useModels } from '#console/modules/model/use-models.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { PlainField } from '#console/ui/form/plain-field.tsx';
import { RowMenuButton } from '#console/ui/menu/row-menu-button.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { ChatMessage } from '#generated/model/index.ts';
import type { ConversationActions } from './conversation-actions.ts';

interface RegenerateProps {
  message: Pick<ChatMessage, 'id' | 'model_id'>;
  actions: ConversationActions;
  /** Tasks have their own model. */
  hasModels: boolean;
}

/** Answers a message again, with the same model or another one. */
export function Regenerate({ message: { id, model_id }, actions, hasModels }: RegenerateProps) {
  const [choosing, setChoosing] = useState(false);
  if (!hasModels) {
    return (
      <IconButton label="Regenerate" variant="subtle" onClick={() => actions.regenerate(id)}>
        <IconRefresh />
      </IconButton>
    );
  }
  return (
    <>
      <RowMenuButton
        label="Regenerate"
        actions={[
          {
            label: 'Regenerate',
            icon: <IconRefresh />,
            onClick: () => actions.regenerate(id),
          },
          { label: 'With another model…', onClick: () => setChoosing(true) },
        ]}
      >
        <ActionIcon variant="subtle" aria-label="Regenerate">
          <IconRefresh />
        </ActionIcon>
      </RowMenuButton>
      {choosing && (
        <RegenerateDialog
          modelId={model_id ?? ''}
          onClosed={(chosen) => {
            setChoosing(false);
            if (chosen !== null) actions.regenerate(id, chosen);
          }}
        />
      )}
    </>
  );
}

interface RegenerateDialogProps {
  /** The model that answered. */
  modelId: string;
  /** Called with the chosen model, or null. */
  onClosed: (modelId: string | null) => void;
}

/** Chooses among all models with which one to answer again. */
function RegenerateDialog({ modelId, onClosed }: RegenerateDialogProps) {
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
