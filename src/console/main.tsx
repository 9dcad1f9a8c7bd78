import './theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { configureApi } from './api/config.ts';
import { createQueryClient } from './api/query/query-client.ts';
import { queryKeys } from './api/query/query-keys.ts';
import { checkSession } from './api/session.ts';
import { App } from './app/app.tsx';
import { reloadForChunk } from './app/errors/chunk-reload.ts';
import { preloadPage } from './app/pages.tsx';
import { prefetch } from './app/prefetch.ts';
import { createRouter } from './app/router.tsx';
import { readSettings } from './app/settings.ts';
import { showStartFailure } from './app/start-failure.ts';
import { configureAnalytics } from './modules/analytics/analytics.ts';
// Registered first, so that everything loaded later returns focus to where it was.
import './ui/keyboard/focus.ts';
import { toast } from './ui/feedback/toast.ts';
import { setPrefetch } from './ui/navigation/prefetch.ts';

async function start(root: HTMLElement): Promise<void> {
  // Starts loading the page's code while everything else is requested.
  preloadPage(window.location.pathname);
  let sharesSession = true;
  if (import.meta.env.MODE === 'mock') {
    const { startMocks } = await import('../mocks/browser.ts');
    const { store } = await startMocks();
    sharesSession = store.tab === undefined;
  }
  const { env, ...settings } = await readSettings();
  configureApi({
    apiBaseUrl: env.PUBLIC_API_BASE_URL,
    identityUrl: env.PUBLIC_IDENTITY_URL,
    authMethod: settings.authMethod,
    documentMaxMb: settings.documentMaxMb,
    stripeKey: env.PUBLIC_STRIPE_PUBLISHABLE_KEY,
    documentImages: settings.documentImages,
  });
  configureAnalytics(env.PUBLIC_MIXPANEL_TOKEN);
  const supportId = env.PUBLIC_CHAT_WIDGET_APP_ID;
  if (supportId)
    void import('./modules/support/support-widget.ts').then((m) => m.loadSupportWidget(supportId));

  const client = createQueryClient((message) => toast.error(message));
  client.prefetchQuery({ queryKey: queryKeys.session(), queryFn: checkSession });
  setPrefetch((path) => prefetch(client, path));
  prefetch(client, window.location.pathname + window.location.search);
  // Not needed for the first screens. Safari has no requestIdleCallback.
  if (sharesSession)
    setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(followSession), 2000);
  createRoot(root).render(
    <StrictMode>
      <App client={client} router={createRouter()} />
    </StrictMode>,
  );
}

async function followSession(): Promise<void> {
  const follow = await import('./modules/user/follow-session.ts');
  follow.followSession();
}

// A new release has replaced the files that this page refers to.
window.addEventListener('vite:preloadError', (event) => {
  if (reloadForChunk()) event.preventDefault();
});

const root = document.getElementById('root');
if (root) start(root).catch((error: unknown) => showStartFailure(root, error));
