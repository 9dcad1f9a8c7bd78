import { useEffect, useState } from 'react';

/** Gives the focus back to what had it when this appeared, unless it has gone somewhere on purpose. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);

  useEffect(
    () => () => {
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
