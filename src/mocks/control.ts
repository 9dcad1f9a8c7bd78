import type { Faults } from './faults.ts';
import type { Mail } from './identity/data.ts';
import type { MockOptions, Persona } from './scenarios.ts';
import type { Store } from './store.ts';

/** What tests and the console of the browser can do with the mocks, as `window.__mocks`. */
export interface MockControl {
  store: Store;
  /** The mails that were not sent, with their codes. */
  outbox(): Mail[];
  /** Signs in as somebody, in the world as it is; reload the page to see it. */
  setPersona(persona: Persona): void;
  /** Sets what the first organisation has left, in micro-dollars. */
  setBalance(balance: number): void;
  /** Milliseconds between two tokens of a run. */
  setTokenMs(ms: number): void;
  /** From now on this goes wrong; remembered over page loads. */
  setFaults(faults: Faults): void;
  /** What the mocks run with. */
  readonly options: MockOptions;
  /** Begins a new world and loads the page again, with other options where given. */
  reset(change?: MockOptions): void;
}
