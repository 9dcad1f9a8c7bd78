import { AsyncLocalStorage } from 'node:async_hooks';

const causes = new AsyncLocalStorage<string>();

/** What the server does for all, such as writing runs: it takes turns with the callers. */
const FOR_ALL = '';

/** Does something, and everything that this starts, on behalf of a caller. */
export function onBehalfOf<T>(caller: string, work: () => T): T {
  return causes.run(caller, work);
}

/** Does something for all callers, whoever happened to start it. */
export function forAll<T>(work: () => T): T {
  return causes.run(FOR_ALL, work);
}

/** On whose behalf something is done. */
export function causeOf(): string {
  return causes.getStore() ?? FOR_ALL;
}
