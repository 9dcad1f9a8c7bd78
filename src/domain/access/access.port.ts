/** What API keys need that differs between the server and the mocks. */
export interface AccessPort {
  /** What is kept of an API key. */
  hash(key: string): string;
  /** Called after a key was deleted: calls with it must be refused at once. */
  onKeyDeleted(keyId: string): Promise<void>;
}
