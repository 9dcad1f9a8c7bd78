/** What deleting accounts needs of the identity service. */
export interface AccountPort {
  /** Whether it can end sessions and delete accounts. If not, its operator has to. */
  isManaged: boolean;
  /** Signs a person out everywhere. */
  endSessions(identityId: string): Promise<void>;
  /** Deletes a person's account at the identity service. Not an error if there is none. */
  deleteIdentity(identityId: string): Promise<void>;
}
