import type { AccessChange } from '../authorise.ts';

/** What access needs that differs between the server and the mocks. */
export interface AccessPort {
  /** The stored form of an API key. */
  hash(key: string): string;
  /** Invalidates the caches on all nodes. Call it after the transaction with the change has committed. */
  announce(change: AccessChange): Promise<void>;
  /** Calls back for every change on any node, once caches are invalidated. Returns the unsubscribe function. */
  follow(onChange: (change: AccessChange) => void): () => void;
}
