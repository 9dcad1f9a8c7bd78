import { IconTrash } from '@tabler/icons-react';
import { PlainIconButton } from '#console/ui/form/plain.tsx';
import { keepFocusInList } from '#console/ui/keyboard/focus.ts';

interface RemoveButtonProps {
  name: string;
  disabled: boolean;
  onRemove: () => void;
}

/** Removes a row from its list and moves focus to the next one. */
export function RemoveButton({ name, disabled, onRemove }: RemoveButtonProps) {
  return (
    <PlainIconButton
      tip="Remove"
      aria-label={`Remove ${name}`}
      data-remove
      disabled={disabled}
      onClick={(event) => {
        keepFocusInList(event.currentTarget);
        onRemove();
      }}
    >
      <IconTrash />
    </PlainIconButton>
  );
}
