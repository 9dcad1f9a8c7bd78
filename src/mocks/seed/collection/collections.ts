import { toBase64 } from '#core/base64url.ts';
import { indexedText } from '#core/collection/indexed-text.ts';
import { searchableText } from '#core/collection/words.ts';
import type { Block, Place } from '#core/extract/extracted.ts';
import type { CollectionRow, DocumentRow } from '#domain/collection/collection.tables.ts';
import type { Segment } from '#domain/collection/document-text.ts';
import {
  getCollectionIndexMock,
  getCollectionMock,
  getDocumentMock,
} from '#generated/model/index.faker.ts';
import { seedRow } from '../../memory/seed-row.ts';
import type { Scenario } from '../../scenarios.ts';
import { type StoreData, timestamp } from '../../store.ts';
import { ORG_ID, PROJECT_ID, seedId } from '../ids.ts';
import {
  HANDBOOK_DOCUMENTS,
  PRODUCT_DOCUMENTS,
  type SeedDocument,
  ticketDocument,
} from './documents.ts';
import { SITE_PAGES, seedSources } from './sources.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The documents of the third collection in the scenario `large`. */
const MANY_DOCUMENTS = 2000;

/** Two collections with documents in different states; one with very many in the scenario `large`. */
export function seedCollections(data: StoreData, scenario: Scenario, now: number): void {
  const seed = createSeed(data, now);
  seed(
    {
      name: 'Support handbook',
      description: 'How we answer customers: refunds, shipping, tone.',
      tags: ['support'],
    },
    [...HANDBOOK_DOCUMENTS, ...SITE_PAGES],
  );
  seedSources(data, now);
  seed(
    { name: 'Product catalogue', description: 'Lamps and chairs, with prices.', tags: ['shop'] },
    PRODUCT_DOCUMENTS,
  );
  if (scenario !== 'large') return;
  const tickets = Array.from({ length: MANY_DOCUMENTS }, (_, index) => ticketDocument(index + 1));
  seed(
    { name: 'Solved tickets', description: 'What was asked, and what helped.', tags: [] },
    tickets,
  );
}

function originOf({ url, datasource_id }: SeedDocument): DocumentRow['origin_type'] {
  if (datasource_id) return 'datasource';
  return url ? 'url' : 'file';
}

function createSeed({ tables, chunks, files }: StoreData, now: number) {
  const [owner] = Object.values(tables.user);
  const created = { created_by_id: owner?.id ?? '', created_by_name: owner?.name ?? '' };
  let collections = 0;
  let documents = 0;
  let passages = 0;

  function addDocument(collection: CollectionRow, given: SeedDocument): void {
    documents += 1;
    const id = seedId('document', documents);
    const at = timestamp(now - DAY - (documents % 500) * HOUR);
    const content = new TextEncoder().encode(given.original);
    const { text, blocks, sections } = toSeedText(given);
    const isReady = given.state === 'ready';
    const row = seedRow('document', getDocumentMock, {
      ...created,
      id,
      org_id: ORG_ID,
      collection_id: collection.id,
      name: given.name,
      title: isReady ? given.title : null,
      kind: given.kind,
      media_type: given.media_type,
      size: content.length,
      url: given.url ?? null,
      origin_type: originOf(given),
      datasource_id: given.datasource_id ?? null,
      tags: given.tags,
      dated_at: at,
      state: given.state,
      warnings: given.warnings ?? [],
      language: isReady ? 'en' : null,
      characters: text.length,
      parts: 1,
      content: 1,
      extracted: isReady ? 1 : 0,
      segments: isReady ? 1 : 0,
      error_code: given.error?.code ?? null,
      error_detail: given.error?.detail ?? null,
      created_at: at,
      updated_at: at,
      ready_at: isReady ? at : null,
      version: 1,
    });
    tables.document[id] = row;
    files[`documents/${id}/original-1-0`] = toBase64(content);
    const indexing = seedRow('indexing', getDocumentMock, {
      index_id: collection.index_id,
      document_id: id,
      collection_id: collection.id,
      org_id: ORG_ID,
      state: given.state,
      percent: 100,
      attempts: 1,
      started_at: at,
      error_code: row.error_code,
      error_detail: row.error_detail,
      chunks: isReady ? sections.length : 0,
      created_at: at,
    });
    tables.indexing[`${collection.index_id} ${id}`] = indexing;
    if (!isReady) return;
    const segment: Segment = {
      first: 0,
      blocks: blocks.map((block) => ({ ...block, text: text.slice(block.start, block.end) })),
    };
    files[`documents/${id}/text-1-0.json`] = toBase64(
      new TextEncoder().encode(JSON.stringify(segment)),
    );
    for (const [position, section] of sections.entries()) {
      passages += 1;
      const passage = { ...section, position, tokens: Math.ceil(section.text.length / 4) };
      const chunkId = seedId('chunk', passages);
      chunks.chunks[chunkId] = {
        ...passage,
        id: chunkId,
        index_id: collection.index_id,
        collection_id: collection.id,
        document_id: id,
        indexed: searchableText(indexedText(given.title, passage)),
        vector: null,
      };
    }
  }

  return (
    given: Pick<CollectionRow, 'name' | 'description' | 'tags'>,
    documentsOfIt: readonly SeedDocument[],
  ): void => {
    collections += 1;
    const at = timestamp(now - (20 - collections) * DAY);
    const collection = seedRow('collection', getCollectionMock, {
      ...given,
      ...created,
      id: seedId('collection', collections),
      org_id: ORG_ID,
      project_id: PROJECT_ID,
      is_paused: false,
      index_id: seedId('index', collections),
      created_at: at,
      updated_at: timestamp(now - collections * DAY),
      version: 1,
    });
    tables.collection[collection.id] = collection;
    tables.collection_index[collection.index_id] = seedRow(
      'collection_index',
      getCollectionIndexMock,
      {
        id: collection.index_id,
        collection_id: collection.id,
        number: 1,
        status: 'active',
        chunk_size: 300,
        chunk_overlap: 40,
        language: 'auto',
        activates: true,
        created_at: at,
        completed_at: at,
      },
    );
    for (const document of documentsOfIt) addDocument(collection, document);
  };
}

interface Section extends Place {
  start: number;
  end: number;
  text: string;
}

interface SeedText {
  text: string;
  blocks: Block[];
  /** One passage for each section. */
  sections: Section[];
}

/** The text of a seeded document, as extraction would return it. */
function toSeedText({ title, sections: given }: SeedDocument): SeedText {
  const parts: string[] = [];
  const blocks: Block[] = [];
  const sections: Section[] = [];
  let length = 0;
  const add = (text: string, kind: Block['kind'], heading_path: string[]) => {
    if (length > 0) {
      parts.push('\n\n');
      length += 2;
    }
    blocks.push({ start: length, end: length + text.length, kind, heading_path });
    parts.push(text);
    length += text.length;
  };
  for (const [index, { heading, paragraphs }] of given.entries()) {
    const first = blocks.length;
    if (index === 0) add(title, 'heading', [title]);
    const path = heading === null ? [title] : [title, heading];
    if (heading !== null) add(heading, 'heading', path);
    for (const paragraph of paragraphs) add(paragraph, 'paragraph', path);
    const { start = 0 } = blocks[first] ?? {};
    const text = parts.join('').slice(start, length);
    sections.push({ start, end: length, text, heading_path: path });
  }
  return { text: parts.join(''), blocks, sections };
}
