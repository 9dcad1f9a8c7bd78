import { AsyncLocalStorage } from 'node:async_hooks';

const causes = new AsyncLocalStorage<string>();

/** The cause of work that the server does for all callers, such as writing runs. It takes turns with the callers. */
const FOR_ALL = '';

/** Performs work, and everything that it starts, on behalf of a caller. */
export function onBehalfOf<T>(caller: string, work: () => T): T {
  return causes.run(caller, work);
}

/** Performs work for all callers, whoever happened to start it. */
export function forAll<T>(work: () => T): T {
  return causes.run(FOR_ALL, work);
}

/** The caller on whose behalf the current work is done. */
export function causeOf(): string {
  return causes.getStore() ?? FOR_ALL;
}
