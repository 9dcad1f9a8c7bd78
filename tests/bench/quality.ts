import { retrievalFigures } from '#core/collection/figures.ts';
import { extract } from '#core/extract/extract.ts';
import { fileOf, type TestDocument, testDocuments } from '../quality/documents.ts';
import { type FoundBlock, misread } from '../quality/misread.ts';
import { flat, type TestQuestion, testQuestions } from '../quality/questions.ts';
import { type Embed, type Passage, plainRetrieval } from './baselines/plain-retrieval.ts';
import { round } from './statistics.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** The number of passages per search. */
const FOUND = 20;
const BASE_URL = process.env.BENCH_EMBEDDINGS_URL;
const MODEL = process.env.BENCH_EMBEDDINGS_MODEL ?? 'all-MiniLM-L6-v2';

type Search = (question: string) => Promise<Passage[]>;

/**
 * Retrieval metrics over the questions of tests/quality, of the plain baseline and of ours, through a real server. With
 * BENCH_EMBEDDINGS_URL, the base URL of an OpenAI-compatible server (and BENCH_EMBEDDINGS_MODEL), also by meaning.
 */
export async function benchQuality(): Promise<object> {
  const documents = testDocuments();
  const texts = await Promise.all(
    documents.map(async (document) => {
      const { text } = await extract(fileOf(document), document.name);
      return { document: document.name, text };
    }),
  );
  const workbench = await openWorkbench(0, {
    ...(BASE_URL && { COMPATIBLE_BASE_URL: BASE_URL, EMBEDDING_MODELS: `compatible/${MODEL}` }),
  });
  try {
    const words = await ours(workbench, documents, null);
    const searches: Record<string, Search> = {
      'baseline, words': await plainRetrieval(texts),
      'ours, words': words,
    };
    if (BASE_URL) {
      searches['baseline, hybrid'] = await plainRetrieval(texts, embedBy(BASE_URL));
      searches['ours, hybrid'] = await ours(workbench, documents, `compatible/${MODEL}`);
    }
    return await compare(searches);
  } finally {
    await workbench.close();
  }
}

/** The metrics of each search, by group of questions. */
async function compare(searches: Readonly<Record<string, Search>>): Promise<object> {
  const groups = Map.groupBy(testQuestions(), ({ group }) => group);
  const answered = [...groups].filter(([group]) => group !== 'nothing');
  const all = answered.flatMap(([, questions]) => questions);
  const results: Record<string, Record<string, object>> = {};
  for (const [group, questions] of [...answered, ['all', all] as const]) {
    results[group] = {};
    for (const [name, search] of Object.entries(searches))
      results[group][name] = await figuresOf(search, questions);
  }
  return results;
}

async function figuresOf(
  search: Search,
  questions: readonly TestQuestion[],
): Promise<Record<string, number>> {
  const documents = [];
  const passages = [];
  let characters = 0;
  for (const { text, answers } of questions) {
    const found = (await search(text)).slice(0, FOUND);
    const rankOf = (isIt: (passage: Passage) => boolean) => {
      const at = found.findIndex(isIt);
      return at < 0 ? null : at + 1;
    };
    documents.push({
      ranks: [rankOf((one) => answers.some(({ document }) => document === one.document))],
    });
    const isAnswer = ({ document, text: passage }: Passage) =>
      answers.some((one) => one.document === document && flat(passage).includes(flat(one.passage)));
    const rank = rankOf(isAnswer);
    passages.push({ ranks: [rank] });
    if (process.env.BENCH_MISSED && (rank ?? 99) > 5) console.log(`${rank ?? '–'}: ${text}`);
    characters += found.slice(0, 5).reduce((sum, one) => sum + one.text.length, 0);
  }
  return {
    'document@5': round(retrievalFigures(documents, 5).recall, 2),
    'passage@1': round(retrievalFigures(passages, 1).recall, 2),
    'passage@5': round(retrievalFigures(passages, 5).recall, 2),
    'passage@20': round(retrievalFigures(passages, FOUND).recall, 2),
    'document MRR': round(retrievalFigures(documents, FOUND).mrr, 2),
    'passage MRR': round(retrievalFigures(passages, FOUND).mrr, 2),
    'passage nDCG': round(retrievalFigures(passages, FOUND).ndcg, 2),
    'characters@5': round(characters / questions.length, 0),
  };
}

/** Uploads the documents, waits until they are ready, checks their text and returns their search. */
async function ours(
  { call, orgId, projectId }: Workbench,
  documents: readonly TestDocument[],
  model: string | null,
): Promise<Search> {
  const base = `/org/${orgId}/project/${projectId}/collection`;
  const settings = { embedding_model: model };
  const { id } = await call<{ id: string }>('POST', base, { name: `Quality ${model}`, settings });
  const path = `${base}/${id}`;
  const began = performance.now();
  const ids = new Map<TestDocument, string>();
  for (const document of documents) {
    const form = new FormData();
    form.set('file', new File([fileOf(document) as Uint8Array<ArrayBuffer>], document.name));
    const uploaded = await call<{ id: string }>('POST', `${path}/document/file`, form);
    ids.set(document, uploaded.id);
  }
  const counts = async () =>
    (await call<{ counts: Record<'ready' | 'failed' | 'chunks', number> }>('GET', path)).counts;
  while ((await counts()).ready < documents.length) {
    const { failed } = await counts();
    if (failed > 0) throw new Error(`${failed} documents failed`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = round((performance.now() - began) / 1000);
  const { chunks } = await counts();
  console.log(`${documents.length} documents are ready after ${seconds} s: ${chunks} chunks`);
  for (const [document, own] of ids) {
    const missing = misread(
      document,
      await blocksOf(call, `${path}/document/${own}`),
      testQuestions(),
    );
    if (missing.length > 0) throw new Error(`${document.name} was misread: ${missing[0]}`);
  }
  return async (query) => {
    const { results } = await call<{ results: { document_name: string; text: string }[] }>(
      'POST',
      `${path}/search`,
      { query, top_k: FOUND },
    );
    return results.map(({ document_name, text }) => ({ document: document_name, text }));
  };
}

async function blocksOf(call: Workbench['call'], path: string): Promise<FoundBlock[]> {
  const blocks: FoundBlock[] = [];
  for (let cursor = ''; ; ) {
    const { results, pagination } = await call<{
      results: FoundBlock[];
      pagination: { next_cursor: string | null };
    }>('GET', `${path}/block${cursor}`);
    blocks.push(...results);
    if (pagination.next_cursor === null) return blocks;
    cursor = `?cursor=${encodeURIComponent(pagination.next_cursor)}`;
  }
}

function embedBy(baseUrl: string): Embed {
  return async (input) => {
    const response = await fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, input }),
    });
    if (!response.ok) throw new Error(`The embedding server responds with ${response.status}`);
    const { data } = (await response.json()) as { data: { embedding: number[] }[] };
    return data.map(({ embedding }) => embedding);
  };
}
