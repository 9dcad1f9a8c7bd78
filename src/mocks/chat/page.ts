/** The name of this page among the tabs, which the browser locks as long as the page is open. */
export const PAGE = `mocks-${crypto.randomUUID()}`;

const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
// Never released, so that it ends with the page.
void locks?.request(PAGE, () => new Promise(() => undefined)).catch(() => undefined);

/** The tabs that are open, this one included. */
export async function openPages(): Promise<Set<string>> {
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set([PAGE, ...held.flatMap(({ name }) => name ?? [])]);
}
