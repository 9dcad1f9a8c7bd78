import type { Sealer } from '#domain/sealer.ts';

/** Mock data isn't secret, and developers want to read what is stored. */
export const MOCK_SECRETS: Sealer = {
  seal: (purpose, text) => `${purpose}:${text}`,
  open: (purpose, sealed) => sealed.slice(purpose.length + 1),
};
