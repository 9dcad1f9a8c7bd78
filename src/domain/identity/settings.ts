import { ATTEMPT_DELAYS, IDENTITY_LIFESPANS } from './limits.ts';

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
  delays?: Delays;
}

/** Cost of argon2id: memory in KiB, passes, lanes. */
export interface ArgonCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** Durations in milliseconds. */
export type Lifespans = typeof IDENTITY_LIFESPANS;

/** How long failed attempts slow down the next one. */
export type Delays = typeof ATTEMPT_DELAYS;

/** Points allowed in a window of seconds. */
export interface Limit {
  points: number;
  seconds: number;
}

/** How many of each are allowed; beyond that they are slowed down or rejected. */
export interface ThrottleLimits {
  /** Failed sign-ins for one account from one network. */
  signInPair: Limit;
  /** Failed sign-ins for one account from anywhere. */
  signInAccount: Limit;
  /** Failed sign-ins and second factors for one account from a network's neighbourhood, after which it isn't fresh. */
  neighbourhood: Limit;
  /** Failed sign-ins and second factors from one network. */
  signInNetwork: Limit;
  /** Failed attempts or requested emails from a browser that has signed in to the account before. */
  device: Limit;
  /** Rejected passkeys from one network. */
  passkey: Limit;
  /** Failed second factors of one person from one network. */
  secondFactorPair: Limit;
  /**
   * Failed second factors of one person from anywhere. Anyone who gets this far knows the first factor. After that, two
   * codes of the authenticator app are needed instead of one.
   */
  secondFactorAccount: Limit;
  /** Wrong emailed codes for one account from one network, in any number of flows. */
  codePair: Limit;
  /** Wrong emailed codes for one account from anywhere. */
  codeAccount: Limit;
  /** Emails to one address, requested from one network. */
  mailPair: Limit;
  /** Emails to one address. */
  mailTarget: Limit;
  /** Emails requested from one network. */
  mailNetwork: Limit;
  /** Registrations from one network. */
  registration: Limit;
  /** Flows started from one network. Each is a row that is kept for a day. */
  flow: Limit;
  /** Errors stored for the error page, from one network. Each is a row that is kept for a day. */
  error: Limit;
  /** Changes that one person makes in the settings. Some send an email. */
  change: Limit;
}

export type ThrottleName = keyof ThrottleLimits;

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
  delays: Delays;
}

const throttle: ThrottleLimits = {
  signInPair: { points: 5, seconds: 86_400 },
  signInAccount: { points: 20, seconds: 3600 },
  neighbourhood: { points: 64, seconds: 86_400 },
  signInNetwork: { points: 100, seconds: 900 },
  device: { points: 10, seconds: 900 },
  passkey: { points: 300, seconds: 900 },
  secondFactorPair: { points: 5, seconds: 86_400 },
  secondFactorAccount: { points: 300, seconds: 86_400 },
  codePair: { points: 15, seconds: 3600 },
  codeAccount: { points: 40, seconds: 3600 },
  mailPair: { points: 6, seconds: 900 },
  mailTarget: { points: 12, seconds: 300 },
  mailNetwork: { points: 120, seconds: 3600 },
  registration: { points: 300, seconds: 3600 },
  flow: { points: 1500, seconds: 3600 },
  error: { points: 300, seconds: 3600 },
  change: { points: 60, seconds: 3600 },
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
    delays: settings.delays ?? ATTEMPT_DELAYS,
  };
}
