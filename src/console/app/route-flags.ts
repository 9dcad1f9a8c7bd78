/** Flags that a route sets in its `handle`. */
export type RouteFlags =
  | {
      /** Skips the authentication gate. */
      public?: boolean;
      /** Never redirected to onboarding, since somebody came here for a reason. */
      noOnboarding?: boolean;
      /** Behind the gate, but without the frame. */
      bare?: boolean;
    }
  | undefined;
