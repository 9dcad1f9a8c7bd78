import { setupWorker } from 'msw/browser';
import { mockHandlers } from './bind.ts';
import type { MockControl } from './control.ts';
import { faultsOf } from './faults.ts';
import { createSharedStore, forgetWorld } from './persist.ts';
import { loadValidation } from './resolve.ts';
import { type MockOptions, toPersona, toScenario } from './scenarios.ts';
import { ORG_ID } from './seed/ids.ts';
import { seedWorld, signInAs } from './seed/world.ts';
import { createStore, type Store, setBalance } from './store.ts';

declare global {
  interface Window {
    __mocks?: MockControl;
  }
}

const OPTIONS_KEY = 'mock-options';
const TOKEN_MS = 25;

/**
 * Starts the mocks in this page, with the developer panel. Options come from the URL: `mock-persona`,
 * `mock-scenario` and `mock-seed` (changing one starts a new world), `mock-reset`, `mock-token-ms`, the faults
 * of `faultsOf`, and `mock-panel=false`. All but the reset are remembered.
 */
export async function startMocks(): Promise<MockControl> {
  const options = readOptions();
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
  store.faults = options.faults ?? {};
  worker.use(...mockHandlers(store));
  await Promise.all([started, loaded]);
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

function readOptions(): MockOptions {
  const query = new URLSearchParams(location.search);
  const remembered = parse(localStorage.getItem(OPTIONS_KEY));
  const options = { ...remembered, ...asked(query) };
  const begins = ['persona', 'scenario', 'seed'] as const;
  const isNew = begins.some((name) => options[name] !== remembered[name]);
  if (isNew || query.has('mock-reset')) forgetWorld(localStorage);
  remember(options);
  return options;
}

/** The options in the URL. */
function asked(query: URLSearchParams): MockOptions {
  const persona = toPersona(query.get('mock-persona'));
  const scenario = toScenario(query.get('mock-scenario'));
  const faults = faultsOf(query);
  return {
    ...(persona && { persona }),
    ...(scenario && { scenario }),
    ...(query.has('mock-seed') && { seed: Number(query.get('mock-seed')) || 1 }),
    ...(query.has('mock-token-ms') && { tokenMs: Number(query.get('mock-token-ms')) }),
    ...(faults && { faults }),
    ...(query.has('mock-panel') && { panel: query.get('mock-panel') !== 'false' }),
  };
}

function remember(options: MockOptions): void {
  localStorage.setItem(OPTIONS_KEY, JSON.stringify(options));
}

function createControl(store: Store, begun: MockOptions): MockControl {
  let options = begun;
  const change = (next: MockOptions) => {
    options = { ...options, ...next };
    remember(options);
  };
  return {
    store,
    get options() {
      return options;
    },
    outbox: () => store.data.identity.outbox,
    setPersona(persona) {
      store.pull();
      store.data.identity.current = signInAs(store.data, persona);
      store.push();
      change({ persona });
    },
    setBalance: (balance) => setBalance(store, ORG_ID, balance),
    setTokenMs(tokenMs) {
      store.tokenMs = tokenMs;
      change({ tokenMs });
    },
    setFaults(faults) {
      store.faults = faults;
      change({ faults });
    },
    reset(next = {}) {
      change(next);
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
