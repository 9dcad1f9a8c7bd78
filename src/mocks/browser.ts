import { setupWorker } from 'msw/browser';
import { mockHandlers } from './bind.ts';
import type { Mail } from './identity/data.ts';
import { createSharedStore, forgetWorld } from './persist.ts';
import {
  type MockOptions,
  type Persona,
  type Scenario,
  toPersona,
  toScenario,
} from './scenarios.ts';
import { ORG_ID } from './seed/ids.ts';
import { seedWorld, signInAs } from './seed/world.ts';
import { createStore, type Store, setBalance } from './store.ts';

/** What tests and the console of the browser can do with the mocks, as `window.__mocks`. */
export interface MockControl {
  store: Store;
  /** The mails that were not sent, with their codes. */
  outbox(): Mail[];
  /** Signs in as somebody; reload the page to see it. */
  setPersona(persona: Persona): void;
  /** Sets what the first organisation has left, in micro-dollars. */
  setBalance(balance: number): void;
  /** Milliseconds between two tokens of a run. */
  setTokenMs(ms: number): void;
  /** Forgets everything and loads the page again, with another scenario if given. */
  reset(scenario?: Scenario): void;
}

declare global {
  interface Window {
    __mocks?: MockControl;
  }
}

const OPTIONS_KEY = 'mock-options';
const TOKEN_MS = 25;

/**
 * Starts the mocks in this page. `?mock-persona=` and `?mock-scenario=` choose who is signed in and what
 * there is; the choice is remembered, and a new one begins a new world. `?mock-reset` begins anew.
 */
export async function startMocks(): Promise<MockControl> {
  const options = readOptions();
  const { tokenMs = TOKEN_MS } = options;
  const begin = () => seedWorld(options);
  // Ten thousand tasks do not fit the browser's storage: they live in this page only.
  const isLarge = options.scenario === 'large';
  const store = isLarge
    ? createStore(begin(), tokenMs)
    : createSharedStore(localStorage, begin, tokenMs);
  const worker = setupWorker(...mockHandlers(store));
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
  const control = createControl(store, options);
  window.__mocks = control;
  console.info(
    `[mocks] ${options.scenario ?? 'normal'}, as ${options.persona ?? 'owner'}; see window.__mocks`,
  );
  return control;
}

function readOptions(): MockOptions {
  const query = new URLSearchParams(location.search);
  const remembered = parse(localStorage.getItem(OPTIONS_KEY));
  const persona = toPersona(query.get('mock-persona')) ?? remembered.persona;
  const scenario = toScenario(query.get('mock-scenario')) ?? remembered.scenario;
  const tokenMs = query.has('mock-token-ms')
    ? Number(query.get('mock-token-ms'))
    : remembered.tokenMs;
  const options: MockOptions = {
    ...(persona && { persona }),
    ...(scenario && { scenario }),
    ...(tokenMs === undefined ? {} : { tokenMs }),
  };
  const isNew = options.persona !== remembered.persona || options.scenario !== remembered.scenario;
  if (isNew || query.has('mock-reset')) forgetWorld(localStorage);
  localStorage.setItem(OPTIONS_KEY, JSON.stringify(options));
  return options;
}

function createControl(store: Store, options: MockOptions): MockControl {
  return {
    store,
    outbox: () => store.data.identity.outbox,
    setPersona(persona) {
      store.pull();
      store.data.identity.current = signInAs(store.data, persona);
      store.push();
    },
    setBalance: (balance) => setBalance(store, ORG_ID, balance),
    setTokenMs(ms) {
      store.tokenMs = ms;
    },
    reset(scenario) {
      forgetWorld(localStorage);
      const next = { ...options, ...(scenario && { scenario }) };
      localStorage.setItem(OPTIONS_KEY, JSON.stringify(next));
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
