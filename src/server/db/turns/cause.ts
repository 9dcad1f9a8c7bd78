import { AsyncLocalStorage } from 'node:async_hooks';

/** Their name, or how to find it out: nobody knows it when a request begins. */
type Caller = string | (() => string | undefined);

const causes = new AsyncLocalStorage<Caller>();

/** The cause of work that the server does for all callers, such as writing runs. It takes turns with the callers. */
const FOR_ALL = '';

/** Performs work, and everything that it starts, on behalf of a caller. */
export function onBehalfOf<T>(caller: Caller, work: () => T): T {
  return causes.run(caller, work);
}

/** Performs work for all callers, whoever happened to start it. */
export function forAll<T>(work: () => T): T {
  return causes.run(FOR_ALL, work);
}

/** The caller on whose behalf the current work is done. */
export function causeOf(): string {
  const caller = causes.getStore();
  return (typeof caller === 'function' ? caller() : caller) ?? FOR_ALL;
}
