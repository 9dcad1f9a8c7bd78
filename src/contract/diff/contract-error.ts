type ContractErrorCode =
  | 'not_an_object'
  | 'not_openapi_3_1'
  | 'unresolvable_ref'
  | 'circular'
  | 'too_large'
  | 'too_deep'
  | 'invalid_schema'
  | 'invalid_document';

/** One of the two compared documents, or the only one. */
export type Side = 'base' | 'next' | 'contract';

/**
 * A contract that cannot be read. It gets no verdict: an unreadable contract is never called compatible. The message
 * says what to do.
 */
export class ContractError extends Error {
  override name = 'ContractError';
  readonly code: ContractErrorCode;
  readonly pointer: string;
  /** Which document. */
  readonly side: Side;

  constructor(code: ContractErrorCode, side: Side, pointer: string, message: string) {
    super(`${side}${pointer ? ` at ${pointer}` : ''}: ${message}`);
    this.code = code;
    this.pointer = pointer;
    this.side = side;
  }
}

/** Makes the error for a place of one document. */
export type Fail = (code: ContractErrorCode, pointer: string, message: string) => ContractError;
