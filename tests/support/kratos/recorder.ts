import type { Answer, Visitor } from './browser.ts';

/** What a scenario records with. */
export interface Recorder {
  /** The origin of the console. */
  origin: string;
  /** A new visitor, without cookies. */
  visitor(): Visitor;
  /** A new address. */
  email(): string;
  keep(name: string, answer: Answer): void;
  /** What a pattern finds in the latest email to an address. */
  mailed(email: string, pattern: RegExp): Promise<string>;
  /** Calls the admin API. */
  admin(method: string, path: string, body?: unknown): Promise<Answer>;
}
