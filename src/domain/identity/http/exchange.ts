import type { SessionRecord } from '../rows.ts';

/** A submitted body: JSON with nested or dotted traits, or a plain HTML form. */
export interface Form {
  /** A field as text: numbers are converted; missing and null become undefined. */
  text(name: string): string | undefined;
  /** Whether a field is `true`, 1 or "true". */
  flag(name: string): boolean;
  /** A trait, nested or dotted. */
  trait(name: string): string | undefined;
  has(name: string): boolean;
}

/** A request, and the cookies of its response. Flows see nothing else of HTTP. */
export interface Exchange {
  readonly json: boolean;
  /** The absolute URL of the request. */
  readonly url: string;
  readonly ip: string;
  /** The client's network, as counted by the throttle, and the networks around it. */
  readonly network: string;
  readonly neighbourhood: string;
  readonly userAgent: string;
  /** Whether the request seems to come from a browser: it has cookies or an Origin header. */
  readonly fromBrowser: 'Cookie' | 'Origin' | undefined;
  readonly cookieToken: string | undefined;
  readonly headerToken: string | undefined;
  readonly form: Form;
  /** The id in the path; empty if there is none. */
  readonly id: string;
  query(name: string): string | undefined;
  readonly csrf: Csrf;
  setSessionCookie(token: string, maxAgeSeconds: number): void;
  clearSessionCookie(): void;
  /** Whether anyone has signed in from this browser before. */
  readonly hasDevices: boolean;
  /** The id of this browser for a person who has signed in from it before. */
  deviceOf(identityId: string | undefined): string | undefined;
  /** Remembers in a cookie that a person has signed in from this browser. */
  rememberDevice(identityId: string): void;
  /** Calls back when the client closes the connection. Returns a function that stops listening. */
  onGone(leave: () => void): () => void;
  /** The session, once it has been looked up. */
  found?: SessionRecord | null;
}

/** The secret in a browser's CSRF cookie. Flows are bound to its hash, and forms carry it masked. */
export interface Csrf {
  /** Undefined if the request has no cookie. */
  hash(): string | undefined;
  /** Sets a cookie if there is none. */
  ensure(): { hash: string; masked: string };
  /** Sets a new secret, when the person changes and on logout. Returns its hash. */
  rotate(): string;
  /** Whether a form's token matches the cookie. */
  isValid(masked: string | undefined): boolean;
}

/** The response: JSON for API clients, a redirect for a navigating browser. */
export interface Outcome {
  status: number;
  body?: unknown;
  /** Redirect target of a navigating browser. If missing, browsers get the body too. */
  redirect?: string;
  /** Status for redirects that API clients follow too, and then get the target's response. */
  always?: boolean;
  headers?: Record<string, string>;
}
