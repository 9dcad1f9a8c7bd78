const SCRIPT = 'https://widget.intercom.io/widget/';

declare global {
  interface Window {
    intercomSettings?: { app_id: string };
    /** Defined by the script. */
    Intercom?: (command: 'shutdown') => void;
  }
}

/**
 * Loads the operator's own support chat (Intercom) for the app id of the settings. Without it, nothing is loaded. It is
 * another thing than the widgets that people make with Taskloom.
 */
export function loadSupportWidget(appId: string | undefined): void {
  if (!appId || window.intercomSettings) return;
  window.intercomSettings = { app_id: appId };
  const script = document.createElement('script');
  script.src = SCRIPT + encodeURIComponent(appId);
  script.async = true;
  // Blocked by an ad blocker, or offline. The console works without it.
  script.onerror = () => script.remove();
  const add = () => document.head.append(script);
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(add, { timeout: 5000 });
  else setTimeout(add, 1500);
}

/** Clears the conversation, so that the next person who signs in with this browser doesn't see it. */
export function clearSupportWidget(): void {
  try {
    window.Intercom?.('shutdown');
  } catch {
    // An error in a third-party script must not prevent signing out.
  }
}
