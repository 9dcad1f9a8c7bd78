import { Resolver } from 'node:dns/promises';
import type { CapturePort } from '#domain/capture/capture.port.ts';

const TIMEOUT_MS = 3000;
/** What name servers say about names without TXT records. */
const NONE = new Set(['ENODATA', 'ENOTFOUND']);

/** Looks up DNS records with the system's name servers. */
export function createCapturePort(): CapturePort {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  return {
    async lookupTxt(name) {
      try {
        // A long text is in several parts.
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
        throw error;
      }
    },
  };
}
