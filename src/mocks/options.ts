import { faultsOf } from './faults.ts';
import { type MockOptions, toPersona, toScenario } from './scenarios.ts';

/**
 * The options of a page: from its URL, or else the remembered ones. A reset restores the faults and the balance that
 * the world started with.
 * @returns also whether a new world must be created
 */
export function readOptions(
  query: URLSearchParams,
  remembered: MockOptions,
): { options: MockOptions; isNew: boolean } {
  const isReset = query.has('mock-reset');
  const { faults: _, balance: __, ...lasting } = remembered;
  const options = { ...(isReset ? lasting : remembered), ...asked(query) };
  const begins = ['scenario', 'seed'] as const;
  const isNew = isReset || begins.some((name) => options[name] !== remembered[name]);
  return { options, isNew };
}

/** The options in the URL. */
function asked(query: URLSearchParams): MockOptions {
  const persona = toPersona(query.get('mock-persona'));
  const scenario = toScenario(query.get('mock-scenario'));
  const faults = faultsOf(query);
  const balance = Number(query.get('mock-balance') ?? Number.NaN);
  return {
    ...(persona && { persona }),
    ...(scenario && { scenario }),
    ...(query.has('mock-seed') && { seed: Number(query.get('mock-seed')) || 1 }),
    ...(query.has('mock-token-ms') && { tokenMs: Number(query.get('mock-token-ms')) }),
    ...(Number.isSafeInteger(balance) && { balance }),
    ...(faults && { faults }),
    ...(query.has('mock-panel') && { panel: query.get('mock-panel') !== 'false' }),
  };
}

/** A URL without the mocks' parameters, so that a reload doesn't repeat them. */
export function withoutOptions(href: string): string {
  const url = new URL(href);
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith('mock-')) url.searchParams.delete(name);
  }
  return url.href;
}
