/**
 * Glob patterns that select files and pages by path, such as `docs/**` or `*.md`. `*` matches anything within a folder,
 * `**` any number of folders, and all other characters themselves. A pattern without a slash applies in every folder;
 * one that ends in a slash applies to everything below.
 */
export interface Glob {
  test(path: string): boolean;
}

type Token =
  // These characters.
  | { kind: 'text'; text: string }
  // `*`: anything but a slash.
  | { kind: 'name' }
  // `**` beside other characters: anything.
  | { kind: 'any' }
  // `**` and a slash: nothing, or folders with their slashes.
  | { kind: 'folders' }
  // A slash and `**` at the end: nothing, or a slash and anything.
  | { kind: 'below' };

/** Compiles a pattern. Matching takes at most pattern length × path length steps. */
export function compileGlob(pattern: string): Glob {
  const tokens = tokenise(anchored(pattern));
  return { test: (path) => matches(tokens, path.replace(/^\/+/, '')) };
}

/** Whether any of the patterns matches; false without patterns. */
export function compileGlobs(patterns: readonly string[]): Glob {
  const globs = patterns
    .map((pattern) => pattern.trim())
    .filter(Boolean)
    .map(compileGlob);
  return { test: (path) => globs.some((glob) => glob.test(path)) };
}

/** Selects paths that are included and not excluded. Without include patterns, all are included. */
export function compileScope(include: readonly string[], exclude: readonly string[]): Glob {
  const included = compileGlobs(include);
  const excluded = compileGlobs(exclude);
  const isOpen = !include.some((pattern) => pattern.trim());
  return { test: (path) => (isOpen || included.test(path)) && !excluded.test(path) };
}

function anchored(pattern: string): string {
  const text = pattern.trim();
  const below = text.endsWith('/') ? `${text}**` : text;
  return /^[^/]+\/?$/.test(text) ? `**/${below}` : below.replace(/^\/+/, '');
}

function tokenise(pattern: string): Token[] {
  const tokens: Token[] = [];
  // Three stars equal two, and `a/**/**/b` equals `a/**/b`.
  const parts = pattern.match(/^(?:\*{2,}\/)+|\/\*{2,}$|\/(?:\*{2,}\/)+|\*+|[^*/]+|\//g) ?? [];
  for (const part of parts) {
    if (/^\/\*+$/.test(part)) tokens.push({ kind: 'below' });
    else if (/^\/\*/.test(part)) tokens.push({ kind: 'text', text: '/' }, { kind: 'folders' });
    else if (/^\*+\/$|^(\*+\/)+$/.test(part)) tokens.push({ kind: 'folders' });
    else if (part === '*') tokens.push({ kind: 'name' });
    else if (/^\*/.test(part)) tokens.push({ kind: 'any' });
    else tokens.push({ kind: 'text', text: part });
  }
  return tokens;
}

/**
 * Matches token by token with the set of all path positions that are possible so far, so that nothing is tried twice. The
 * console previews what a pattern selects, so this isn't translated for `re2js`, which has 54 kB.
 */
function matches(tokens: readonly Token[], path: string): boolean {
  let at = new Set([0]);
  for (const token of tokens) {
    at = step(token, at, path);
    if (at.size === 0) return false;
  }
  return at.has(path.length);
}

function step(token: Token, from: ReadonlySet<number>, path: string): Set<number> {
  const next = new Set<number>();
  if (token.kind === 'text') {
    for (const start of from) {
      if (path.startsWith(token.text, start)) next.add(start + token.text.length);
    }
    return next;
  }
  if (token.kind === 'name') {
    for (const start of from) {
      // Beyond a position that is in the set, all others are too.
      for (let end = start; !next.has(end); end += 1) {
        next.add(end);
        if (end >= path.length || path[end] === '/') break;
      }
    }
    return next;
  }
  const first = Math.min(...from);
  if (token.kind === 'any') {
    for (let end = first; end <= path.length; end += 1) next.add(end);
    return next;
  }
  if (token.kind === 'below') {
    if (from.has(path.length) || [...from].some((start) => path[start] === '/')) {
      next.add(path.length);
    }
    return next;
  }
  for (const start of from) next.add(start);
  for (let end = first; end < path.length; end += 1) if (path[end] === '/') next.add(end + 1);
  return next;
}
