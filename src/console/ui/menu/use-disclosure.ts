import { useCallback, useRef, useState } from 'react';

/** Whether what a button opens is open, and what the button takes for it. */
export function useDisclosure(kind: 'dialog' | 'menu') {
  const [opened, setOpened] = useState(false);
  const wasOpen = useRef(false);
  const open = useCallback(() => setOpened(true), []);
  const close = useCallback(() => setOpened(false), []);
  return {
    opened,
    open,
    close,
    button: {
      'aria-haspopup': kind,
      'aria-expanded': opened,
      // What is open closes as somebody presses outside of it, also on its own button: that must not open it again.
      onPointerDownCapture: () => {
        wasOpen.current = opened;
      },
      onClick: () => {
        setOpened(!wasOpen.current);
        wasOpen.current = false;
      },
    },
  } as const;
}
