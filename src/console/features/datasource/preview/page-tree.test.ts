import { describe, expect, it } from 'vitest';
import {
  buildTree,
  chosenPages,
  countPages,
  type PageNode,
  visibleNodes,
  withNode,
  withoutNode,
} from './page-tree.ts';

const site = 'https://docs.example.com';
const paths = [
  '/',
  '/guides',
  '/guides/start',
  '/guides/teams',
  '/guides/admin/roles',
  '/guides/admin/keys',
  '/blog/',
  '/blog/spring',
  '/legal/terms',
  '/prices',
  '/search',
  '/search?page=2',
];
const tree = buildTree(paths.map((path) => ({ url: site + path, title: null, depth: 0 })));

function find(label: string, from: PageNode = tree): PageNode {
  const all = visibleNodes(from, () => true);
  const found = all.find(({ node }) => node.label === label);
  if (!found) throw new Error(`No ${label} in ${all.map(({ node }) => node.label).join(' ')}`);
  return found.node;
}

const chosen = (exclude: string[], include: string[] = []) => {
  const found = chosenPages(tree, include, exclude);
  return paths.filter((path) => found.get(`${site}${path} page`)?.chosen === 1);
};

describe('the tree of a site', () => {
  it('has a folder for everything that contains more than its own page', () => {
    expect(countPages(tree)).toBe(paths.length);
    const lines = visibleNodes(tree, () => true).map(
      ({ node, level }) => `${'  '.repeat(level)}${node.label}`,
    );
    expect(lines).toEqual([
      'All pages',
      '  /',
      '  blog',
      '    /blog/',
      '    spring',
      '  guides',
      '    /guides',
      '    admin',
      '      keys',
      '      roles',
      '    start',
      '    teams',
      '  legal',
      '    terms',
      '  prices',
      '  search',
      '    /search',
      '    ?page=2',
    ]);
  });

  it('leaves out a page, or a folder with everything in it', () => {
    expect(chosen([])).toEqual(paths);
    expect(chosen(withoutNode([], find('prices')))).toEqual(
      paths.filter((path) => path !== '/prices'),
    );
    const noGuides = withoutNode(withoutNode([], find('start')), find('guides'));
    expect(noGuides).toEqual(['/guides/**']);
    expect(chosen(noGuides)).toEqual(paths.filter((path) => !path.startsWith('/guides')));
    const noSecond = withoutNode([], find('?page=2'));
    expect(chosen(noSecond)).toEqual(paths.filter((path) => path !== '/search?page=2'));
  });

  it('reads a page of a folder that is left out, and not its neighbours', () => {
    const exclude = withNode(['/guides/**', '*.pdf'], tree, find('keys'));
    expect(exclude).toContain('*.pdf');
    expect(chosen(exclude)).toEqual(
      paths.filter((path) => !path.startsWith('/guides') || path.endsWith('/keys')),
    );
    const all = withNode(exclude, tree, find('guides'));
    expect(all).toEqual(['*.pdf']);
    const onlyPrices = withNode(withoutNode([], tree), tree, find('prices'));
    // No pattern matches the home page or the page of a folder alone.
    expect(chosen(onlyPrices)).toEqual(['/', '/prices']);
  });

  it("doesn't offer what no pattern can leave out alone", () => {
    expect(find('/blog/').pattern).toBeNull();
    const [, home] = visibleNodes(tree, () => true);
    expect(home?.node).toMatchObject({ url: `${site}/`, pattern: null });
  });

  it('knows which pages are left out by patterns that people wrote', () => {
    const found = chosenPages(tree, ['/guides/**'], ['/guides/*/keys', '/guides/start']);
    expect(found.get('/guides/')).toEqual({ pages: 5, chosen: 3, isFixed: false });
    expect(found.get(`${site}/guides/admin/keys page`)).toMatchObject({ chosen: 0, isFixed: true });
    expect(found.get(`${site}/guides/start page`)).toMatchObject({ chosen: 0, isFixed: false });
    expect(found.get('/blog/')).toMatchObject({ chosen: 0, isFixed: true });
  });
});
