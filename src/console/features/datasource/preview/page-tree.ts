import { compilePageScope } from '#core/datasource/page-scope.ts';
import { pathsOf } from '#core/datasource/page-url.ts';
import type { WebsitePage } from '#generated/model/index.ts';

/** A folder of a website, or a page. */
export interface PageNode {
  /** Unique in its tree. */
  key: string;
  label: string;
  title: string | null;
  /** The page; null for a folder, whose own page is its first child. */
  url: string | null;
  /** The pattern that excludes it and everything below; null if no pattern can exclude it alone. */
  pattern: string | null;
  children: PageNode[];
}

/** Folders first by name, with their own page at the top. */
export function buildTree(pages: readonly WebsitePage[]): PageNode {
  const root = folder('', 'All pages');
  for (const { url, title } of pages) {
    const [path = '/', full = path] = pathsOf(url);
    const parts = path.split('/').filter(Boolean);
    let node = root;
    for (const part of parts) node = inFolder(node, part);
    const isFile = !path.endsWith('/');
    node.children.push({
      key: `${url} page`,
      label: full === path ? path : full.slice(path.length),
      title,
      url,
      pattern: isFile ? full : null,
      children: [],
    });
  }
  return tidy(root);
}

function folder(path: string, label: string): PageNode {
  return { key: `${path}/`, label, title: null, url: null, pattern: `${path}/**`, children: [] };
}

function inFolder(parent: PageNode, part: string): PageNode {
  const path = `${parent.key}${part}`;
  const known = parent.children.find(({ key }) => key === `${path}/`);
  if (known) return known;
  const made = folder(path, part);
  parent.children.push(made);
  return made;
}

/** A folder that contains only its own page is that page. */
function tidy(node: PageNode): PageNode {
  const children = node.children.map(tidy).sort(byPlace);
  const [only] = children;
  const isPage = only?.label.startsWith('/') && children.length === 1 && node.key !== '/';
  if (only && isPage) return { ...only, label: node.label, pattern: only.pattern ?? node.pattern };
  return { ...node, children };
}

function byPlace(a: PageNode, b: PageNode): number {
  const isOwn = (node: PageNode) => Number(node.url !== null && node.label.startsWith('/'));
  return isOwn(b) - isOwn(a) || a.label.localeCompare(b.label, 'en', { numeric: true });
}

/** The visible nodes in order. */
export function visibleNodes(
  root: PageNode,
  isExpanded: (node: PageNode) => boolean,
): { node: PageNode; level: number }[] {
  const found: { node: PageNode; level: number }[] = [];
  const visit = (node: PageNode, level: number) => {
    found.push({ node, level });
    if (isExpanded(node)) for (const child of node.children) visit(child, level + 1);
  };
  visit(root, 0);
  return found;
}

function pagesOf(node: PageNode): PageNode[] {
  return node.url === null ? node.children.flatMap(pagesOf) : [node];
}

/** The numbers of a node's pages: all, and those that are read. */
export interface Chosen {
  pages: number;
  chosen: number;
  /** All of it is excluded by patterns that the tree can't change. */
  isFixed: boolean;
}

/** The selection by the patterns, by node key. */
export function chosenPages(
  root: PageNode,
  include: readonly string[],
  exclude: readonly string[],
): Map<string, Chosen> {
  const ours = patternsIn(root);
  const scope = compilePageScope(include, exclude);
  const fixed = compilePageScope(
    include,
    exclude.filter((pattern) => !ours.has(pattern)),
  );
  const found = new Map<string, Chosen>();
  const visit = (node: PageNode): Chosen => {
    const { url } = node;
    const all =
      url === null
        ? node.children.map(visit)
        : [{ pages: 1, chosen: Number(scope.has(url)), isFixed: !fixed.has(url) }];
    const sum = {
      pages: all.reduce((total, { pages }) => total + pages, 0),
      chosen: all.reduce((total, { chosen }) => total + chosen, 0),
      isFixed: all.every(({ isFixed }) => isFixed),
    };
    found.set(node.key, sum);
    return sum;
  };
  visit(root);
  return found;
}

function patternsIn(node: PageNode, found = new Set<string>()): Set<string> {
  if (node.pattern !== null) found.add(node.pattern);
  for (const child of node.children) patternsIn(child, found);
  return found;
}

/** The exclude patterns after a node is unticked. */
export function withoutNode(exclude: readonly string[], node: PageNode): string[] {
  if (node.pattern === null) return [...exclude];
  const inside = patternsIn(node);
  return [...exclude.filter((pattern) => !inside.has(pattern)), node.pattern];
}

/** The exclude patterns after a node is ticked. Its neighbours stay excluded. */
export function withNode(exclude: readonly string[], root: PageNode, node: PageNode): string[] {
  const inside = patternsIn(node);
  let left = exclude.filter((pattern) => !inside.has(pattern));
  const path = pathTo(root, node) ?? [];
  let isBelow = false;
  for (const [at, { pattern, children }] of path.entries()) {
    if (pattern !== null && left.includes(pattern)) {
      left = left.filter((one) => one !== pattern);
      isBelow = true;
    }
    if (!isBelow) continue;
    const onWay = path[at + 1] ?? node;
    const others = children.filter(({ key }) => key !== onWay.key);
    left.push(...others.flatMap((other) => other.pattern ?? []));
  }
  // A folder and its own page may have the same pattern.
  return [...new Set(left)].filter((pattern) => !inside.has(pattern));
}

/** The folders above a node, outermost first; undefined if it isn't below `from`. */
function pathTo(from: PageNode, node: PageNode): PageNode[] | undefined {
  if (from.key === node.key) return [];
  for (const child of from.children) {
    const rest = pathTo(child, node);
    if (rest) return [from, ...rest];
  }
  return undefined;
}

/** All pages below a node. */
export function countPages(root: PageNode): number {
  return pagesOf(root).length;
}
