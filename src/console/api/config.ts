import type { AuthMethod } from '#generated/model/index.ts';

/** The URLs of the product API and the identity service, the authentication method, and what is accepted as a document. */
export type ApiConfig = {
  apiBaseUrl: string;
  identityUrl: string;
  authMethod: AuthMethod;
  /** In MB; undefined if the server doesn't say. */
  documentMaxMb?: number | undefined;
  /** Stripe's publishable key; `pk_test_unset` if payments aren't set up. */
  stripeKey?: string | undefined;
  /** Whether images are accepted as documents. */
  documentImages?: boolean | undefined;
};

let current: ApiConfig = { apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'jwt' };

/** Called once, before the first call, with the client settings. */
export function configureApi(config: ApiConfig): void {
  current = config;
}

/** The current configuration. */
export function apiConfig(): ApiConfig {
  return current;
}

/**
 * Joins a base URL, with or without a path and a trailing slash, and a path.
 * @returns an absolute URL, without a trailing slash if the path is empty; relative bases are resolved against the
 *   page's origin
 */
export function absoluteUrl(base: string, path: string): string {
  const start = new URL(base, globalThis.location.origin).href.replace(/\/+$/, '');
  return path === '' ? start : new URL(start + path).href;
}

/** The absolute base URL of the API, for code that people copy. */
export function publicApiUrl(): string {
  return absoluteUrl(current.apiBaseUrl, '');
}
