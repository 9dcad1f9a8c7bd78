import type { Call } from '../call.ts';
import type { Sampler } from '../sampler.ts';
import type { Validator } from '../validator.ts';

/**
 * What the contract says about a request: the server must accept it, must reject it, or may do either as long as
 * nothing breaks.
 */
export type Expectation = 'valid' | 'invalid' | 'odd';

/** A request that differs from its base in one respect. */
export interface Case {
  call: Call;
  expect: Expectation;
  /** The difference: `body “name” with 41 characters (maxLength 40)`. */
  what: string;
  /** The part of the request that differs: `body name`, `query page_limit`. */
  site: string;
  /** The keywords that rule the value out. */
  keywords?: string[];
  /** If only formats rule it out: their names. JSON Schema allows a server not to check them. */
  formats?: string[];
  /** A request further inside the bound; if this one is accepted and the other rejected, the bound is off by one. */
  inner?: Call;
  /**
   * The same change to the fullest request, which the server accepts, so that rules between fields cannot be the cause.
   */
  also?: { call: Call; inner: Call };
  isPath?: boolean;
}

/** Generates and validates the values of cases. */
export interface Tools {
  sampler: Sampler;
  validator: Validator;
}
