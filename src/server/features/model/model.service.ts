import { decodeIdCursor, pageLimit, toPage } from '#domain/paging.ts';
import type { Model, ModelList } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { SANDBOX_MODEL_ID } from '../../platform/models/catalogue.ts';
import type { CallableModel, Models } from '../../platform/models/models.ts';
import { readModels, seedModels } from './model.repository.ts';

export type ModelService = Awaited<ReturnType<typeof createModelService>>;

/** What a new task begins with, when it can be called: good enough and cheap. */
const PREFERRED = ['openai/gpt-5-mini', 'anthropic/claude-haiku-4-5'];

/** The models that tasks can use. Fills the catalogue's table. */
export async function createModelService({
  database,
  models,
}: {
  database: Database;
  models: Models;
}) {
  await seedModels(database.db);
  models.setCatalogue(await readModels(database.db));

  return {
    /** A page of models; those that cannot be called say what to do. Words of `q` are looked for in id and name. */
    async list(
      query: { q?: string; cursor?: string; page_limit?: number } = {},
    ): Promise<ModelList> {
      const words = (query.q ?? '').toLowerCase().split(/\s+/);
      const all = await models.list();
      const found = all.filter(({ id, name }) => {
        const text = `${id} ${name}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const after = decodeIdCursor(query.cursor);
      const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
      const limit = pageLimit(query);
      const page = toPage(found.slice(start, start + limit + 1), limit, ({ id }) => ({ id }));
      return { results: page.rows, pagination: page.pagination };
    },

    /** All of them, those that cannot be called now included. */
    all(): Promise<Model[]> {
      return models.list();
    },

    /** The model of this id; undefined when there is no such model. */
    find(id: string): CallableModel | undefined {
      return models.find(id);
    },

    /** The model that a new task begins with: one that can be called, the sandbox when there is no other. */
    async defaultId(): Promise<string> {
      const callable = (await models.list()).filter((model) => model.available);
      const preferred = PREFERRED.find((id) => callable.some((model) => model.id === id));
      const other = callable.find((model) => model.id !== SANDBOX_MODEL_ID);
      return preferred ?? other?.id ?? SANDBOX_MODEL_ID;
    },
  };
}
