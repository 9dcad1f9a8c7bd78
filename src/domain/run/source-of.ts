import type { RunSource } from '#generated/model/index.ts';
import type { Principal } from '../principal.ts';

/** The source of a call, unless something else started it: people use the console, programs the API. */
export function sourceOf({ type }: Principal): RunSource {
  return type === 'user' ? 'console' : 'api';
}
