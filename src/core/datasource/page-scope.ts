import { compileGlobs, compileScope } from './glob.ts';
import { pathsOf } from './page-url.ts';

/** Selects the pages of a website by the patterns of its configuration. */
export interface PageScope {
  /** @param url the absolute URL of any page of the site */
  has(url: string): boolean;
}

/** A pattern may match the path, with or without the query. */
export function compilePageScope(
  include: readonly string[],
  exclude: readonly string[],
): PageScope {
  const included = compileScope(include.map(pathPattern), []);
  const excluded = compileGlobs(exclude.map(pathPattern));
  return {
    has(url) {
      const paths = pathsOf(url);
      return paths.some(included.test) && !paths.some(excluded.test);
    },
  };
}

/** People also paste whole URLs. */
function pathPattern(pattern: string): string {
  return pattern.trim().replace(/^https?:\/\/[^/]+(?=\/|$)/i, '') || (pattern.trim() && '/');
}
