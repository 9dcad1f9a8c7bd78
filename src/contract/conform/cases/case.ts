import type { Call } from '../call.ts';

/**
 * What the contract says of a request: it must be taken, it must be refused, or nothing: then it only
 * must not break anything.
 */
export type Expectation = 'valid' | 'invalid' | 'odd';

/** A request that is base but for one thing. */
export interface Case {
  call: Call;
  expect: Expectation;
  /** The one thing: `body “name” with 41 characters (maxLength 40)`. */
  what: string;
  /** The part of the request that it is about: `body name`, `query page_limit`. */
  site: string;
  /** Which keywords refuse it. */
  keywords?: string[];
  /** When only formats refuse it: their names. JSON Schema lets a server not check them. */
  formats?: string[];
  /** A request that lies further inside; accepted while this is refused, a bound is off by one. */
  inner?: Call;
  /** The same in the fullest request, which is accepted: rules between fields do not explain it then. */
  also?: { call: Call; inner: Call };
  isPath?: boolean;
}
