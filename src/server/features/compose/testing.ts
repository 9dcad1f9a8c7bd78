import { expect } from 'vitest';
import type { Passage } from '#domain/run/execution/context/passage.ts';
import { task } from '#domain/task/task.tables.ts';
import { seed } from '../assist/house.repository.ts';
import { openWorld, PRICED_MODEL } from '../run/testing.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
export type Any = any;

/** What every search finds. */
const PASSAGE: Passage = {
  collection_id: 'collection_1',
  document_id: 'document_1',
  document_name: 'Handbook.md',
  text: 'Customers can return unused goods within 30 days of delivery.',
  chunks: [{ id: 'chunk_1', page: 3, text: 'Customers can return unused goods within 30 days.' }],
  page: 3,
  heading_path: [],
  score: 1,
  word_rank: 1,
  meaning_rank: null,
};

export const outline = [
  { id: 'a', heading: 'Thirty days', level: 2, notes: 'How long.' },
  { id: 'b', heading: 'Your money', level: 2, notes: '' },
];

/** A server with a fake provider and the product's own tasks, and what is done with articles. */
export async function openComposeWorld() {
  /** The search queries so far. */
  const searched: string[] = [];
  const retriever = async ({ query }: { query: string }) => {
    searched.push(query);
    return { passages: [PASSAGE] };
  };
  const world = await openWorld(undefined, { retriever });
  await seed(world.database.db, world.projectId);
  // Here, the project is its own free-tier project.
  await world.database.db.update(task).set({ org_id: world.orgId });

  return {
    ...world,
    searched,
    async createArticle(content: object = {}): Promise<string> {
      const brief = { topic: 'Returns', model_id: PRICED_MODEL };
      const { body } = await world.call('POST', `${world.path}/article`, { brief });
      const at = `${world.path}/article/${body.id}`;
      const { status } = await world.call('PATCH', at, content);
      expect(status).toBe(200);
      return at;
    },
    get: async (at: string): Promise<Any> => (await world.call('GET', at)).body,
    /** Runs a step and returns its events. */
    async step(at: string, body: object, headers: Record<string, string> = {}) {
      const response = await world.call('POST', `${at}/step`, body, headers);
      const events: Any[] = [...String(response.body).matchAll(/^data: (.*)$/gm)].map(([, data]) =>
        JSON.parse(data ?? ''),
      );
      const text = events.flatMap(({ type, text: part }) => (type === 'compose.delta' ? part : []));
      const { status } = response;
      return { status, body: response.body, events, last: events.at(-1), text: text.join('') };
    },
  };
}

export type ComposeWorld = Awaited<ReturnType<typeof openComposeWorld>>;
