import type { OAuthRequestRow } from './oauth.tables.ts';

/** What OAuth needs that differs between the server and the mocks. */
export interface OAuthPort {
  /** The stored form of a secret, token or proof. */
  hash(secret: string): string;
  /**
   * Where a browser goes after its person has answered a request.
   * @param proof shows that it is the browser that answered
   */
  resumeUrl(request: OAuthRequestRow, proof: string): string;
}
