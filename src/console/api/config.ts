import type { AuthMethod } from '#generated/model/index.ts';

/** Where the product API and the identity service are, and how the console proves who is signed in. */
export type ApiConfig = {
  apiBaseUrl: string;
  identityUrl: string;
  authMethod: AuthMethod;
};

let current: ApiConfig = { apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'jwt' };

/** Called once, before the first call, with the client settings. */
export function configureApi(config: ApiConfig): void {
  current = config;
}

/** The configuration in force. */
export function apiConfig(): ApiConfig {
  return current;
}

/**
 * Joins a base URL and a path.
 * @returns an absolute URL: relative bases belong to the page's origin
 */
export function absoluteUrl(base: string, path: string): string {
  return new URL(base.replace(/\/+$/, '') + path, globalThis.location.origin).href;
}
