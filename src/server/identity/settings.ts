/** What the identity service needs to know of its surroundings. */
export interface IdentitySettings {
  /** Public base URL of this service, without a trailing slash: `http://localhost:4000/identity`. */
  publicUrl: string;
  /** Origin of the console, whose screens show the flows; default: the origin of `publicUrl`. */
  consoleUrl?: string;
  /** Secrets of at least 32 characters. The first one is used, the others still decrypt. */
  secrets: readonly string[];
  /** Marks cookies as Secure; true wherever people reach us by https. */
  secureCookies: boolean;
  /** URLs (scheme, host, path prefix) a flow may return to, besides the console itself. */
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
export interface Lifespans {
  session: number;
  /** A session unused for this long ends. */
  idle: number;
  flow: number;
  code: number;
  token: number;
  /** How long after signing in a person may change credentials. */
  privileged: number;
}

/** Points allowed in a window of seconds. */
export interface Limit {
  points: number;
  seconds: number;
}

export interface ThrottleLimits {
  /** Failed sign-ins for one identifier from one address. */
  signInPair: Limit;
  /** Failed sign-ins for one identifier from anywhere. */
  signInAccount: Limit;
  /** Failed sign-ins from one address. */
  signInAddress: Limit;
  /** Failed second factors of one person. */
  secondFactor: Limit;
  /** Mails to one address. */
  mail: Limit;
  /** Mails asked for from one address of the network. */
  mailAddress: Limit;
  /** Registrations from one address of the network. */
  registration: Limit;
  /** Flows started from one address of the network: each is a row for a day. */
  flow: Limit;
}

export interface ResolvedSettings {
  publicUrl: string;
  consoleUrl: string;
  secrets: readonly string[];
  secureCookies: boolean;
  returnTo: readonly URL[];
  /** Relying party of passkeys: the console's host name and origin. */
  relyingParty: { id: string; origin: string; name: string };
  argon: ArgonCost;
  lifespans: Lifespans;
  throttle: ThrottleLimits;
}

const minute = 60_000;
const hour = 60 * minute;

const lifespans: Lifespans = {
  session: 24 * hour,
  idle: 12 * hour,
  flow: hour,
  code: 10 * minute,
  token: 10 * minute,
  privileged: 15 * minute,
};

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
 * Fills in the defaults.
 * @throws Error when a URL is malformed or a secret is missing or shorter than 32 characters.
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
    lifespans: { ...lifespans, ...settings.lifespans },
    throttle: { ...throttle, ...settings.throttle },
  };
}
