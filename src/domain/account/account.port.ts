/** What accounts need of the identity service. */
export interface AccountPort {
  /** Whether it can end sessions and delete accounts. If not, its operator has to. */
  isManaged: boolean;
  /** Signs a person out everywhere. */
  endSessions(identityId: string): Promise<void>;
  /** Deletes a person's account at the identity service. Not an error if there is none. */
  deleteIdentity(identityId: string): Promise<void>;
  /**
   * Which of these identities can't sign in any more, because they were deactivated or deleted there. Absent where that
   * happens only through Taskloom, or where nobody can tell.
   * @throws ProblemError 503 `identity_unavailable`
   */
  findInactive?(identityIds: readonly string[]): Promise<ReadonlySet<string>>;
}
