import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { LazyMenuButton } from '#console/ui/menu/lazy-menu-button.tsx';
import type { ChatMessage } from '#generated/model/index.ts';
import type { ConversationActions } from './conversation-actions.ts';

const RegenerateDialog = lazy(() =>
  import('./regenerate-dialog.tsx').then((m) => ({ default: m.RegenerateDialog })),
);

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
      <LazyMenuButton
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
      </LazyMenuButton>
      {choosing && (
        <Suspense>
          <RegenerateDialog
            modelId={model_id ?? ''}
            onClosed={(chosen) => {
              setChoosing(false);
              if (chosen !== null) actions.regenerate(id, chosen);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
