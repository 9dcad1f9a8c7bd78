export type Environment = 'development' | 'production' | 'other';

/**
 * The environment of a page, determined from its host as specified.
 * @param appUrl the URL of the production app, which the server writes into the page
 */
export function environmentOf(host: string, appUrl: string | null | undefined): Environment {
  if (/^(localhost|[\w-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host))
    return 'development';
  return host === URL.parse(appUrl ?? '')?.host ? 'production' : 'other';
}

/** The environment of this page. */
export function currentEnvironment(): Environment {
  const tag = document.querySelector<HTMLMetaElement>('meta[property="og:url"]');
  return environmentOf(globalThis.location.host, tag?.content);
}
