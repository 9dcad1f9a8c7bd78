import { IDENTITY_LIFESPANS } from '#domain/identity/limits.ts';

/** Configuration of the identity service. */
export interface IdentitySettings {
  /** Public base URL of this service, without a trailing slash: `http://localhost:4000/identity`. */
  publicUrl: string;
  /** Origin of the console, whose screens show the flows. Defaults to the origin of `publicUrl`. */
  consoleUrl?: string;
  /** Secrets of at least 32 characters. The first one encrypts; all of them decrypt. */
  secrets: readonly string[];
  /** Marks cookies as Secure. True wherever the service is reached over https. */
  secureCookies: boolean;
  /** URLs (scheme, host, path prefix) that a flow may return to, besides the console itself. */
  returnTo?: readonly string[];
  argon?: Partial<ArgonCost>;
  lifespans?: Partial<Lifespans>;
  throttle?: Partial<ThrottleLimits>;
}

/** Cost of argon2id: memory in KiB, passes, lanes. */
export interface ArgonCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** Durations in milliseconds. */
export type Lifespans = typeof IDENTITY_LIFESPANS;

/** Points allowed in a window of seconds. */
export interface Limit {
  points: number;
  seconds: number;
}

export interface ThrottleLimits {
  /** Failed sign-ins for one identifier from one IP address. */
  signInPair: Limit;
  /** Failed sign-ins for one identifier from anywhere. */
  signInAccount: Limit;
  /** Failed sign-ins from one IP address. */
  signInAddress: Limit;
  /** Failed second factors of one person. */
  secondFactor: Limit;
  /** Emails to one address. */
  mail: Limit;
  /** Emails requested from one IP address. */
  mailAddress: Limit;
  /** Registrations from one IP address. */
  registration: Limit;
  /** Flows started from one IP address. Each is a row that is kept for a day. */
  flow: Limit;
}

export interface ResolvedSettings {
  publicUrl: string;
  consoleUrl: string;
  secrets: readonly string[];
  secureCookies: boolean;
  returnTo: readonly URL[];
  /** The relying party of passkeys: the console's host name and origin. */
  relyingParty: { id: string; origin: string; name: string };
  argon: ArgonCost;
  lifespans: Lifespans;
  throttle: ThrottleLimits;
}

const throttle: ThrottleLimits = {
  signInPair: { points: 10, seconds: 900 },
  signInAccount: { points: 100, seconds: 86_400 },
  signInAddress: { points: 100, seconds: 900 },
  secondFactor: { points: 10, seconds: 900 },
  mail: { points: 8, seconds: 900 },
  mailAddress: { points: 120, seconds: 3600 },
  registration: { points: 300, seconds: 3600 },
  flow: { points: 3000, seconds: 3600 },
};

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/**
 * Applies the defaults.
 * @throws Error if a URL is malformed, or a secret is missing or shorter than 32 characters.
 */
export function resolveSettings(settings: IdentitySettings): ResolvedSettings {
  if (settings.secrets.length === 0 || settings.secrets.some((secret) => secret.length < 32)) {
    throw new Error('The identity service needs a secret of at least 32 characters');
  }
  const publicUrl = withoutSlash(new URL(settings.publicUrl).href);
  const console = new URL(settings.consoleUrl ?? new URL(publicUrl).origin);
  return {
    publicUrl,
    consoleUrl: withoutSlash(console.href),
    secrets: settings.secrets,
    secureCookies: settings.secureCookies,
    returnTo: [
      console,
      new URL(publicUrl),
      ...(settings.returnTo ?? []).map((url) => new URL(url)),
    ],
    relyingParty: { id: console.hostname, origin: console.origin, name: 'Taskloom' },
    argon: { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...settings.argon },
    lifespans: { ...IDENTITY_LIFESPANS, ...settings.lifespans },
    throttle: { ...throttle, ...settings.throttle },
  };
}
