import { Configuration, FrontendApi } from '@ory/client';
import { absoluteUrl, apiConfig } from '#console/api/config.ts';

let cached: { url: string; api: FrontendApi } | null = null;

/**
 * The identity service's API, with cookies. Only the sign-in and security screens import this file: its client
 * is 27 kB that the rest of the console does not need.
 */
export function identityApi(): FrontendApi {
  const url = absoluteUrl(apiConfig().identityUrl, '');
  if (cached?.url !== url) {
    const baseOptions = { withCredentials: true, headers: { Accept: 'application/json' } };
    cached = { url, api: new FrontendApi(new Configuration({ basePath: url, baseOptions })) };
  }
  return cached.api;
}
