import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type SignupEventState = {
  /** The source of the sign-up: a campaign, another site, or `direct`. */
  source: string | null;
  /** When the account was created, in RFC 3339. */
  signup_timestamp: string | null;
  record: (source: string) => void;
  clear: () => void;
};

/** A sign-up that hasn't been sent to analytics yet, because the person can only be identified afterwards. */
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
    },
  ),
);

/**
 * Determines the source of a sign-up.
 * @param addresses the page's URL and the one that the person wanted to reach; `utm_source` or `source` in their
 *   queries names the campaign
 * @param referrer the referring page; only its host is kept
 */
export function signupSource(addresses: readonly string[], referrer: string): string {
  for (const address of addresses) {
    const query = new URLSearchParams(address.split('?')[1]);
    const named = query.get('utm_source') ?? query.get('source');
    // Anyone can craft such a link, so the value isn't trusted.
    if (named && /^[\w.-]{1,64}$/.test(named)) return named;
  }
  const from = URL.parse(referrer);
  return from && from.origin !== globalThis.location.origin ? from.hostname : 'direct';
}
