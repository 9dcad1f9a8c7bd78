import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { keepFocusInList } from '#console/ui/focus.ts';
import { Tooltip } from '#console/ui/tooltip.tsx';

interface RemoveButtonProps {
  name: string;
  disabled: boolean;
  onRemove: () => void;
}

/** Takes a row out of its list; the focus goes to the next one. */
export function RemoveButton({ name, disabled, onRemove }: RemoveButtonProps) {
  return (
    <Tooltip label="Remove">
      <ActionIcon
        aria-label={`Remove ${name}`}
        data-remove
        disabled={disabled}
        onClick={(event) => {
          keepFocusInList(event.currentTarget);
          onRemove();
        }}
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}
