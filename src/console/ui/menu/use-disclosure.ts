import { useCallback, useRef, useState } from 'react';

/** Whether a button's menu or popover is open, and the button's props. */
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
      // An outside press closes it, even on its own button, and that press must not reopen it.
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
