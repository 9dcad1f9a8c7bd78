import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anchorOf } from '#core/assistant/anchor.ts';
import { SCREENS } from '#core/assistant/screens.ts';
import { writtenOperations } from '../walk.ts';
import { problemsIn } from './generate-problems.ts';
import { writeGenerated } from './write-generated.ts';

/** Characters per chunk. Longer sections are cut between paragraphs. */
const CHUNK = 1200;

const HEADER = `// Generated from docs/, the errors and the contract. Do not edit: run \`npm run generate\`.
export interface GuideSection {
  id: string;
  name: string;
  chunks: { text: string; page: null; heading_path: string[] }[];
}
export const GUIDE: readonly GuideSection[] = `;

interface Section {
  /** Where it is in the documentation. */
  id: string;
  name: string;
  chunks: { text: string; page: null; heading_path: string[] }[];
}

/** Writes what the assistant answers from: the guides, the screens, the errors and the operations of the API. */
export async function generateGuide(root: string): Promise<void> {
  const [guides, contract] = await Promise.all([
    readGuides(join(root, 'docs')),
    readFile(join(root, 'build/openapi.json'), 'utf8'),
  ]);
  const sections = [
    ...fromScreens(),
    ...guides.flatMap(([name, text]) => fromGuide(name, text)),
    ...fromErrors(contract),
    ...fromApi(contract),
  ];
  // Not JSON: browsers only load that as a script if a bundler has seen to it.
  // One line per section, so that changes to different ones can be merged.
  const lines = sections.map((one) => `  ${JSON.stringify(one)},\n`).join('');
  await writeGenerated(root, 'guide/guide.ts', `${HEADER}[\n${lines}];\n`);
}

function fromScreens(): Section[] {
  return SCREENS.map(({ id, title, about }) => section(`/docs/guide#screen-${id}`, title, [about]));
}

async function readGuides(folder: string): Promise<[name: string, text: string][]> {
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith('.md') && file !== 'README.md',
  );
  return Promise.all(
    files
      .sort()
      .map(async (file) => [
        file.slice(0, -'.md'.length),
        await readFile(join(folder, file), 'utf8'),
      ]),
  );
}

/** A guide's introduction and sections. */
function fromGuide(file: string, guide: string): Section[] {
  const [head = '', ...parts] = guide.split(/^## /m);
  const [title = '', ...intro] = head.replace(/^# /, '').split('\n');
  const path = `/docs/${file}`;
  return [
    section(path, title, chunksOf(plain(intro.join('\n')))),
    ...parts.map((part) => {
      const [name = '', ...lines] = part.split('\n');
      const id = `${path}#${anchorOf(name)}`;
      return section(id, `${title}: ${name}`, chunksOf(plain(lines.join('\n'))));
    }),
  ];
}

/** Without links and emphasis. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('**', '');
}

function fromErrors(contract: string): Section[] {
  return problemsIn(contract).map(([code, { status, title, help }]) => {
    const text = `${help} This is the error \`${code}\`, status ${status}.`;
    return section(`/docs/errors#${code}`, title, [text]);
  });
}

function fromApi(contract: string): Section[] {
  return writtenOperations(JSON.parse(contract)).map(({ name, value }) => {
    const { operationId, summary, description = '' } = value;
    const text = `${summary} by API: \`${name}\`. ${description}`;
    return section(`/docs#${operationId}`, `${summary} (API)`, [text.trim()]);
  });
}

function section(id: string, name: string, texts: string[]): Section {
  return { id, name, chunks: texts.map((text) => ({ text, page: null, heading_path: [name] })) };
}

function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  for (const paragraph of text.trim().split(/\n\s*\n/)) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + paragraph.length < CHUNK)
      chunks[chunks.length - 1] = `${last}\n\n${paragraph}`;
    else chunks.push(paragraph);
  }
  return chunks;
}
