/** The weight (0 to 1) of a media type in an Accept header. */
function weight(accept: string, type: string): { quality: number; exactness: number } {
  const [major] = type.split('/');
  let best = { quality: 0, exactness: -1 };
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const exactness = range === type ? 2 : range === `${major}/*` ? 1 : range === '*/*' ? 0 : -1;
    if (exactness <= best.exactness) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = q ? Number(q.slice(2)) : 1;
    best = { quality: Number.isFinite(quality) ? quality : 0, exactness };
  }
  return best;
}

/**
 * Whether to respond with JSON instead of a redirect: if Accept prefers application/json to text/html, or if the body
 * was JSON. An unspecific Accept header is treated as a browser's.
 */
export function wantsJson(accept: string | undefined, contentType: string | undefined): boolean {
  if (contentType?.toLowerCase().includes('application/json')) return true;
  const json = weight(accept ?? '', 'application/json');
  const html = weight(accept ?? '', 'text/html');
  if (json.quality !== html.quality) return json.quality > html.quality;
  return json.quality > 0 && json.exactness > html.exactness;
}
