import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type SignupEventState = {
  /** Where the person came from: a campaign, another site, or `direct`. */
  source: string | null;
  /** When the account was created, in RFC 3339. */
  signup_timestamp: string | null;
  record: (source: string) => void;
  clear: () => void;
};

/** A sign-up that analytics doesn't know yet: only after it is the person known. */
export const useSignupEventStore = create<SignupEventState>()(
  persist(
    (set) => ({
      source: null,
      signup_timestamp: null,
      record: (source) => set({ source, signup_timestamp: new Date().toISOString() }),
      clear: () => set({ source: null, signup_timestamp: null }),
    }),
    {
      name: 'signup-event',
      partialize: ({ source, signup_timestamp }) => ({ source, signup_timestamp }),
    },
  ),
);

/**
 * Where somebody came from.
 * @param addresses the page's address and the one that they wanted to reach; `utm_source` or `source` in their queries
 *   names the campaign
 * @param referrer the page that led here; only its host is kept
 */
export function signupSource(addresses: readonly string[], referrer: string): string {
  for (const address of addresses) {
    const query = new URLSearchParams(address.split('?')[1]);
    const named = query.get('utm_source') ?? query.get('source');
    // Anybody can write such a link.
    if (named && /^[\w.-]{1,64}$/.test(named)) return named;
  }
  const from = URL.parse(referrer);
  return from && from.origin !== globalThis.location.origin ? from.hostname : 'direct';
}
