/** What a route says of itself in its `handle`. */
export type RouteFlags =
  | {
      /** Skips the authentication gate. */
      public?: boolean;
      /** Never redirected from to onboarding: a recovery ends here. */
      noOnboarding?: boolean;
    }
  | undefined;
