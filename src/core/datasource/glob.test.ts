import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGlob, compileScope } from './glob.ts';

describe('compileGlob', () => {
  it.each([
    ['docs/**', ['docs', 'docs/', 'docs/a.md', 'docs/a/b.md'], ['docs2', 'a/docs', 'a']],
    ['/docs/**', ['docs/a', '/docs/a'], ['a/docs/b']],
    ['docs/*', ['docs/a'], ['docs/a/b', 'docs']],
    ['docs/*/x', ['docs/a/x', 'docs//x'], ['docs/x', 'docs/a/b/x']],
    ['docs/**/x', ['docs/x', 'docs/a/x', 'docs/a/b/x'], ['docs/ax', 'docsx']],
    ['a/**/**/b', ['a/b', 'a/c/b'], ['ab']],
    ['**/x/**', ['x', 'a/x', 'a/x/b', 'x/b'], ['ax', 'xa/b']],
    ['*.md', ['a.md', 'docs/a.md', '.md'], ['a.mdx', 'a.md/b']],
    ['/*.md', ['a.md'], ['docs/a.md']],
    ['node_modules/', ['node_modules/a', 'x/node_modules/a/b'], ['node_modules2/a']],
    ['a**b', ['ab', 'a/x/b'], ['a/x/c']],
    ['**', ['', 'a', 'a/b'], []],
    ['/', ['', 'a', 'a/b'], []],
    ['*', ['a', 'a/b', ''], []],
    ['search?q=*', ['search?q=x', 'a/search?q='], ['searchaq=x']],
    ['a.b+(c)', ['a.b+(c)'], ['aab+(c)']],
    ['日本/*', ['日本/語'], ['日本語']],
  ])('%s', (pattern, matching, others) => {
    const glob = compileGlob(pattern);
    expect(matching.filter((path) => !glob.test(path))).toEqual([]);
    expect(others.filter((path) => glob.test(path))).toEqual([]);
  });

  it('matches what a regular expression for the pattern matches', () => {
    const part = fc.constantFrom('a', 'b', '*', '**', '/', '/**/', '.', 'ab');
    const paths = fc
      .array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 10 })
      .map((parts) => parts.join('').replace(/^\/+/, ''));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), paths, (parts, path) => {
        const pattern = parts.join('').replace(/\*{2,}/g, '**');
        fc.pre(pattern.slice(0, -1).includes('/') && !pattern.startsWith('/'));
        expect(compileGlob(pattern).test(path)).toBe(toRegExp(pattern).test(path));
      }),
      { numRuns: 2000 },
    );
  });

  it('is fast for patterns that cause catastrophic backtracking elsewhere', () => {
    const glob = compileGlob(`${'*a'.repeat(90)}/b`);
    const deep = compileGlob(`${'**/a*'.repeat(40)}/b`);
    expect(glob.test('a'.repeat(2000))).toBe(false);
    expect(deep.test('a/'.repeat(1000))).toBe(false);
  });
});

/** A plain translation, which is too slow for patterns from outside. */
function toRegExp(pattern: string): RegExp {
  const text = pattern.endsWith('/') ? `${pattern}**` : pattern;
  const source = text
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\/\*\*$/, 'BELOW')
    .replace(/(^|\/)(\*\*\/)+/g, '$1FOLDERS')
    .replaceAll('**', 'ANY')
    .replaceAll('*', '[^/]*')
    .replace('BELOW', '(/.*)?')
    .replaceAll('FOLDERS', '(.*/)?')
    .replaceAll('ANY', '.*');
  return new RegExp(`^${source}$`, 's');
}

it('compileScope includes everything by default, and applies excludes', () => {
  const all = compileScope([], ['*.png', ' ']);
  expect(['a.md', 'b/c.png'].filter(all.test)).toEqual(['a.md']);
  const some = compileScope(['docs/**', 'README.md'], ['docs/old/']);
  const paths = ['docs/a', 'docs/old/a', 'README.md', 'src/a'];
  expect(paths.filter(some.test)).toEqual(['docs/a', 'README.md']);
});
