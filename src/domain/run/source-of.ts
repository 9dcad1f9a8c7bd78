import type { RunSource } from '#generated/model/index.ts';
import type { Principal } from '../principal.ts';

/** Where a call comes from, unless something else started it: people use the console, and programs the API. */
export function sourceOf({ type }: Principal): RunSource {
  return type === 'user' ? 'console' : 'api';
}
