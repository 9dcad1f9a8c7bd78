/**
 * Fetches an image that was uploaded to this server. Anyone who has its URL may see it.
 * @param url its URL
 * @returns undefined for any other URL: other sites shouldn't learn who exports a text that shows their images
 */
export async function fetchUploaded(url: string): Promise<Uint8Array | undefined> {
  const { origin, pathname } = new URL(url, location.origin);
  if (origin !== location.origin || !pathname.startsWith('/files/')) return undefined;
  const response = await fetch(pathname, { credentials: 'omit' });
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}
