import { setupWorker } from 'msw/browser';
import { mockHandlers } from './bind.ts';
import type { MockControl } from './control.ts';
import type { Faults } from './faults.ts';
import { passModules } from './modules.ts';
import { readOptions, withoutOptions } from './options.ts';
import { createSharedStore, forgetWorld, hasWorld } from './persist.ts';
import { loadValidation } from './resolve.ts';
import { type MockOptions, TOKEN_MS } from './scenarios.ts';
import { orgIdOf } from './seed/orgs.ts';
import { seedWorld, signInAs } from './seed/world.ts';
import { createStore, type Store, setBalance } from './store.ts';
import { beginTab, endTab, readTab, setCurrentSession, type Tab } from './tab.ts';

declare global {
  interface Window {
    __mocks?: MockControl;
  }
}

const OPTIONS_KEY = 'mock-options';

/**
 * Starts the mocks in this page, with the developer panel. Options come from the URL: `mock-scenario` and `mock-seed`
 * (changing one starts a new world), `mock-reset`, `mock-persona`, `mock-balance`, `mock-token-ms`, the faults of
 * `faultsOf`, and `mock-panel=false`. All but the reset are remembered and removed from the URL, so that a reload
 * doesn't undo later changes. In a world that exists, a persona is signed in in its tab only.
 */
export async function startMocks(): Promise<MockControl> {
  const query = new URLSearchParams(location.search);
  const known = parse(localStorage.getItem(OPTIONS_KEY));
  const { options, isNew } = readOptions(query, {
    ...known,
    ...personaOf(readTab(sessionStorage)),
  });
  if (isNew) forgetWorld(localStorage);
  const isBegun = hasWorld(localStorage);
  if (!isBegun) endTab(sessionStorage);
  history.replaceState(history.state, '', withoutOptions(location.href));
  // The worker starts on its own thread; meanwhile the world is created and the validators load.
  const worker = setupWorker();
  const started = worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
  const loaded = loadValidation();
  const { tokenMs = TOKEN_MS } = options;
  const begin = () => seedWorld(options);
  // Ten thousand tasks do not fit into the browser's storage, so they live in this page only.
  const isLarge = options.scenario === 'large';
  const store = isLarge
    ? createStore(begin(), tokenMs)
    : createSharedStore(localStorage, begin, tokenMs);
  if (isBegun && query.has('mock-persona') && options.persona) {
    beginTab(sessionStorage, options.persona, signInAs(store.data, options.persona));
    store.push();
  }
  store.tab = readTab(sessionStorage);
  remember(options, store.tab);
  if (query.has('mock-balance') && options.balance !== undefined)
    setBalance(store, orgIdOf(options.persona), options.balance);
  store.faults = options.faults ?? {};
  const { requests, sockets } = mockHandlers(store);
  worker.use(passModules(), ...requests, ...sockets());
  await Promise.all([started, loaded]);
  showConnection(store.faults);
  const control = createControl(store, options);
  window.__mocks = control;
  if (options.panel !== false) onIdle(() => addPanel(control));
  console.info(
    `[mocks] ${options.scenario ?? 'normal'}, as ${options.persona ?? 'owner'}; see window.__mocks`,
  );
  return control;
}

async function addPanel(control: MockControl): Promise<void> {
  const { showPanel } = await import('./panel/show-panel.tsx');
  showPanel(control);
}

function onIdle(work: () => Promise<void>): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void work());
  else setTimeout(() => void work(), 300);
}

/** The offline modal covers the panel too, so a reload must end it. */
function remember({ faults, ...options }: MockOptions, tab?: Tab): void {
  const { offline: _, ...lasting } = faults ?? {};
  const { persona } = tab ? parse(localStorage.getItem(OPTIONS_KEY)) : options;
  if (tab) tab.persona = options.persona;
  localStorage.setItem(OPTIONS_KEY, JSON.stringify({ ...options, persona, faults: lasting }));
}

function personaOf(tab: Tab | undefined): MockOptions {
  return tab?.persona ? { persona: tab.persona } : {};
}

/** Makes the page believe that it is offline. */
function showConnection({ offline = false }: Faults): void {
  if (navigator.onLine !== offline) return;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !offline });
  window.dispatchEvent(new Event(offline ? 'offline' : 'online'));
}

function createControl(store: Store, begun: MockOptions): MockControl {
  let options = begun;
  const change = (next: MockOptions) => {
    options = { ...options, ...next };
    remember(options, store.tab);
  };
  return {
    store,
    get options() {
      return options;
    },
    outbox: () => store.data.identity.outbox,
    setPersona(persona) {
      store.pull();
      setCurrentSession(store, signInAs(store.data, persona));
      store.push();
      change({ persona });
    },
    setBalance(balance) {
      setBalance(store, orgIdOf(options.persona), balance);
      change({ balance });
    },
    setTokenMs(tokenMs) {
      store.tokenMs = tokenMs;
      change({ tokenMs });
    },
    setFaults(faults) {
      store.faults = faults;
      change({ faults });
      showConnection(faults);
    },
    reset(next = {}) {
      const { faults: _, balance: __, ...lasting } = options;
      remember({ ...lasting, ...next });
      endTab(sessionStorage);
      forgetWorld(localStorage);
      location.reload();
    },
  };
}

function parse(text: string | null): MockOptions {
  try {
    return text === null ? {} : (JSON.parse(text) as MockOptions);
  } catch {
    return {};
  }
}
