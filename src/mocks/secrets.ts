import type { Sealer } from '#domain/ports.ts';

const before = (purpose: string, bound = '') => `${purpose}:${bound}:`;

/** Mock data isn't secret, and developers want to read what is stored. */
export const MOCK_SECRETS: Sealer = {
  seal: (purpose, text, bound) => before(purpose, bound) + text,
  open(purpose, sealed, bound) {
    const prefix = before(purpose, bound);
    if (!sealed.startsWith(prefix)) throw new Error('Sealed for another purpose or place');
    return sealed.slice(prefix.length);
  },
};
