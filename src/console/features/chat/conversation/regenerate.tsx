import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { RowMenuButton } from '#console/ui/menu/row-menu-button.tsx';
import type { ChatMessage } from '#generated/model/index.ts';
import type { ConversationActions } from './conversation-actions.ts';
import { RegenerateDialog } from './regenerate-dialog.tsx';

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
      <Tooltip label="Regenerate">
        <ActionIcon variant="subtle" aria-label="Regenerate" onClick={() => actions.regenerate(id)}>
          <IconRefresh />
        </ActionIcon>
      </Tooltip>
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
