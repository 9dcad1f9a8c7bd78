import { useEffect, useRef, useSyncExternalStore } from 'react';
import { MESSAGES } from '#core/messages.ts';
import classes from './offline-modal.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Covers the page while the connection is lost, and closes by itself once it is back. A native dialog, since
 * offline is the wrong time to load a component.
 */
export function OfflineModal() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const dialog = useRef<HTMLDialogElement>(null);

  const follow = () => {
    if (navigator.onLine) dialog.current?.close();
    else if (!dialog.current?.open) dialog.current?.showModal();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it re-runs whenever the browser's state changes.
  useEffect(follow, [online]);

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="offline-title"
      aria-describedby="offline-text"
      // Escape must not close it; only the connection coming back does. Browsers let the second Escape close any dialog.
      onCancel={(event) => event.preventDefault()}
      onClose={follow}
    >
      <h2 id="offline-title" className={classes.title}>
        {MESSAGES.app.offlineTitle}
      </h2>
      <p id="offline-text" className={classes.text}>
        {MESSAGES.app.offlineText}
      </p>
    </dialog>
  );
}
