import { BODY_MAX_BYTES } from '#core/limits.ts';
import type { RunResult, TaskDefinition } from '#generated/model/index.ts';
import { storedSize } from '../evaluation/stored-inputs.ts';
import {
  type ArchivedCollection,
  type ArchivedProject,
  type ArchivedTask,
  ArchiveFault,
  type OrgManifest,
} from './archive-format.ts';

type Content<Kind, Value> = { kind: Kind; content: Value };
/** What belongs to the piece with the number `of`. Pieces are numbered over the whole transfer. */
type Part<Kind, Value> = Content<Kind, Value> & { of: number };

type ArchivedDocument = ArchivedCollection['content']['documents'][number];

/**
 * What a transfer creates, in pieces of a few rows each: however much it is, no transaction writes more than a chunk of
 * them, and what has been written is a number. Parents come before their parts.
 */
export type Piece =
  | Content<'project', Omit<ArchivedProject, 'tasks' | 'collections' | 'webhooks' | 'members'>>
  | Part<'webhook', ArchivedProject['webhooks'][number]>
  | Part<
      'collection',
      { id: string } & Omit<ArchivedCollection['content'], 'documents' | 'questions'>
    >
  /** With the size of its original, if it has one. */
  | Part<'document', ArchivedDocument & { size: number }>
  | Part<'question', ArchivedCollection['content']['questions'][number]>
  | Part<'source', ArchivedCollection['sources'][number]>
  | Part<
      'task',
      Omit<ArchivedTask, 'revisions' | 'datasets' | 'draft'> & {
        draft: TaskDefinition;
        latest: number | null;
        model_id: string;
      }
    >
  | Part<'revision', ArchivedTask['revisions'][number]>
  | Part<
      'dataset',
      Pick<ArchivedTask['datasets'][number], 'name' | 'checks'> & { cases: number; size: number }
    >
  | Part<'case', { name: string; inputs: Record<string, unknown>; expected: RunResult | null }>
  | Content<'template', OrgManifest['templates'][number]>;

type PartOf<Kind extends Piece['kind']> = Extract<Piece, { kind: Kind }>;

export type { PartOf as PieceOf };

/** The pieces of a chunk, and its size in characters: a transaction that writes one takes about 20 ms. */
const CHUNK_PIECES = 100;
const CHUNK_SIZE = 256 * 1024;

/**
 * The pieces of a project.
 * @param first the number of its first piece
 * @param sizes of the originals, by their path
 * @throws ArchiveFault for a task without a definition
 */
export function* piecesOf(
  project: ArchivedProject,
  first: number,
  sizes: ReadonlyMap<string, number> = new Map(),
): Generator<Piece> {
  const { tasks, collections, webhooks, members: _, ...content } = project;
  let number = first;
  const next = (piece: Piece) => {
    number += 1;
    return piece;
  };
  yield next({ kind: 'project', content });
  const hooks = number;
  for (const webhook of webhooks) yield next({ kind: 'webhook', of: first, content: webhook });
  for (const { id, content: inside, sources } of collections) {
    const { documents, questions, ...settings } = inside;
    const of = number;
    yield next({ kind: 'collection', of: first, content: { id, ...settings } });
    for (const document of documents) {
      const size = sizes.get(document.path ?? '') ?? 0;
      yield next({ kind: 'document', of, content: { ...document, size } });
    }
    for (const question of questions) yield next({ kind: 'question', of, content: question });
    for (const source of sources) yield next({ kind: 'source', of, content: source });
  }
  for (const { revisions, datasets, draft, ...task } of tasks) {
    const of = number;
    const active = revisions.find((one) => one.number === task.active_revision)?.definition;
    const definition = active ?? draft ?? revisions.at(-1)?.definition;
    if (!definition) throw new ArchiveFault(`“${task.name}” has neither a draft nor a revision.`);
    const latest = revisions.reduce((most, one) => Math.max(most, one.number), 0);
    yield next({
      kind: 'task',
      of: first,
      content: {
        ...task,
        webhook: task.webhook === null ? null : hooks + task.webhook,
        draft: draft ?? definition,
        latest: latest === 0 ? null : latest,
        model_id: definition.model_id,
      },
    });
    for (const revision of revisions) yield next({ kind: 'revision', of, content: revision });
    for (const { name, checks, cases } of datasets) {
      const set = number;
      const size = cases.reduce((sum, one) => sum + storedSize(one), 0);
      const counted = { name, checks, cases: cases.length, size };
      yield next({ kind: 'dataset', of, content: counted });
      for (const one of cases) yield next({ kind: 'case', of: set, content: one });
    }
  }
}

/**
 * Pieces as JSON, in chunks that can be parsed and written without holding up anything else.
 * @throws ArchiveFault for a piece that is larger than what a request can save
 */
export function* chunksOf(pieces: Iterable<Piece>): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let texts: string[] = [];
  let size = 0;
  const flush = () => {
    const chunk = encoder.encode(`[${texts.join(',')}]`);
    [texts, size] = [[], 0];
    return chunk;
  };
  for (const piece of pieces) {
    const text = JSON.stringify(piece);
    if (text.length > BODY_MAX_BYTES) throw new ArchiveFault(`${nameOf(piece)} is too large.`);
    const isFull = texts.length === CHUNK_PIECES || size + text.length > CHUNK_SIZE;
    if (isFull && texts.length > 0) yield flush();
    texts.push(text);
    size += text.length;
  }
  if (texts.length > 0) yield flush();
}

export function readChunk(chunk: Uint8Array): Piece[] {
  return JSON.parse(new TextDecoder().decode(chunk)) as Piece[];
}

function nameOf({ kind, content }: Piece): string {
  const what = { case: 'A case of a dataset', revision: 'A revision of a task' } as const;
  if (kind === 'case' || kind === 'revision') return what[kind];
  return `The ${kind} “${'name' in content ? content.name : ''}”`;
}
