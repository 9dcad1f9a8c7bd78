import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

/**
 * Maximum code size of pages, in kilobytes (gzip). It is calculated from the build output, so it doesn't depend on the
 * machine. Load times are measured by `npm run bench`.
 */
const FIRST_SCREEN = { script: 200, style: 25 };
const EDITOR = 220;
const OTHERS = 80;

const editor = 'app/task-page.tsx';
/** Modules that the editor loads immediately, in addition to its page. */
const editorParts = [
  'features/task/editor/prompt-editor/prompt-editor-view.tsx',
  'features/task/panels/run/run-panel.tsx',
];

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const folder = join(import.meta.dirname, '../../dist/console');
const manifest = (): Record<string, Chunk> =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));

/** The files that these modules need before they run, except those already loaded. */
function filesOf(chunks: Record<string, Chunk>, modules: string[], known = new Set<string>()) {
  const found = new Set<string>();
  const follow = (name: string) => {
    const { file, imports = [], css = [] } = chunks[name] ?? {};
    if (file === undefined || known.has(file) || found.has(file)) return;
    for (const one of [file, ...css]) found.add(one);
    imports.forEach(follow);
  };
  modules.forEach(follow);
  return found;
}

function kilobytes(files: Iterable<string>, extension: string): number {
  const sizes = [...files].filter((file) => file.endsWith(extension)).map(sizeOf);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

function sizeOf(file: string): number {
  return statSync(join(folder, `${file}.gz`)).size;
}

test('no page exceeds its budget @server', () => {
  const chunks = manifest();
  const entries = Object.keys(chunks).filter((name) => chunks[name]?.isEntry);
  const first = filesOf(chunks, entries);
  expect(kilobytes(first, '.js'), 'script of the first screen').toBeLessThan(FIRST_SCREEN.script);
  expect(kilobytes(first, '.css'), 'styles of the first screen').toBeLessThan(FIRST_SCREEN.style);

  const pages = Object.keys(chunks).filter((name) => /^(app|features)\/.*-page\.tsx$/.test(name));
  expect(Object.keys(chunks)).toEqual(expect.arrayContaining([editor, ...editorParts]));
  for (const page of pages) {
    const isEditor = page === editor;
    const more = filesOf(chunks, isEditor ? [page, ...editorParts] : [page], first);
    expect.soft(kilobytes(more, '.js'), page).toBeLessThan(isEditor ? EDITOR : OTHERS);
  }
});
