import { compileGlobs, compileScope } from './glob.ts';
import { pathsOf } from './page-url.ts';

/** Which pages of a website are chosen by the patterns of its configuration. */
export interface PageScope {
  /** @param url absolute, of any page of the site */
  has(url: string): boolean;
}

/** Patterns are compared with the path, and with the path and its parameters. One that matches either counts. */
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
