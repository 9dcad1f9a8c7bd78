import type { Faults } from './faults.ts';
import type { Mail } from './identity/data.ts';
import type { MockOptions, Persona } from './scenarios.ts';
import type { Store } from './store.ts';

/** What tests and the browser's console can do with the mocks, as `window.__mocks`. */
export interface MockControl {
  store: Store;
  /** The emails in the outbox, with their codes. */
  outbox(): Mail[];
  /** Signs in as a persona, in the current world; reload the page to see it. */
  setPersona(persona: Persona): void;
  /** Sets the balance of the signed-in persona's organisation, in micro-dollars. */
  setBalance(balance: number): void;
  /** Milliseconds between two tokens of a run. */
  setTokenMs(ms: number): void;
  /** Sets the faults; remembered across page loads. */
  setFaults(faults: Faults): void;
  /** The options the mocks are running with. */
  readonly options: MockOptions;
  /** Starts a new world, with other options if given, and reloads the page. */
  reset(change?: MockOptions): void;
}
