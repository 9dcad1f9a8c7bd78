import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Nodes, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { anchorOf } from '#core/assistant/anchor.ts';
import { type Html, html } from './html.ts';
import { readMarkdown, render } from './markdown.ts';

const FOLDER = join(import.meta.dirname, '../../../../docs');
const INDEX = 'README.md';
export const INDEX_PATH = '/docs/guide';

/** A guide from `docs/`. */
export interface Guide {
  title: string;
  /** Its headings. */
  contents: { id: string; text: string }[];
  body: Html;
}

/** The addresses and names of all guides, in the order of their index, which is the first. */
export function guideLinks(): [path: string, name: string][] {
  return [[INDEX_PATH, 'Guide'], ...linksIn(readMarkdown(readDoc(INDEX)))];
}

/** @param path an address from `guideLinks` */
export function readGuide(path: string): Guide {
  const { children } = readMarkdown(
    readDoc(path === INDEX_PATH ? INDEX : `${relative('/docs', path)}.md`),
  );
  const starts = children.flatMap((node, at) => (isSection(node) ? [at] : []));
  const head = children.slice(0, starts[0]);
  const sections = starts.map((start, at) => children.slice(start, starts[at + 1]));
  return {
    title: textOf(head[0]),
    contents: sections.map(([heading]) => ({ id: idOf(heading), text: textOf(heading) })),
    body: html`${head.map(view)}${sections.map(
      (nodes) => html`<section id="${idOf(nodes[0])}">${nodes.map(view)}</section>`,
    )}`,
  };
}

/** Files that the guides refer to, such as configurations: their addresses and paths in `docs/`. */
export function guideFiles(): [path: string, name: string][] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== FOLDER)
    .map((entry) => relative(FOLDER, join(entry.parentPath, entry.name)))
    .map((name) => [`/docs/${name}`, name]);
}

/** Reads a file of `docs/`. */
export function readDoc(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

function isSection(node: RootContent): boolean {
  return node.type === 'heading' && node.depth === 2;
}

function idOf(heading: RootContent | undefined): string {
  return anchorOf(textOf(heading));
}

function view(node: Nodes): Html {
  return render(node, addressOf);
}

/** Links of the guides lead to files in the repository, so that they work there too. */
function addressOf(url: string): string | undefined {
  if (/^(\w+:|\.\.\/)/.test(url)) return undefined;
  if (url.startsWith('#') || url.startsWith('/')) return url;
  return `/docs/${url.replace(/^README\.md/, 'guide').replace(/\.md(?=#|$)/, '')}`;
}

function linksIn(node: Nodes): [path: string, name: string][] {
  if (node.type === 'link') return [[addressOf(node.url) ?? '', textOf(node)]];
  return 'children' in node ? node.children.flatMap(linksIn) : [];
}
