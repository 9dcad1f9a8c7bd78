import type { ModelPort } from '#domain/model/model.port.ts';
import type { Database } from '../../db/client.ts';
import type { Models } from '../../platform/models/models.ts';
import { readModels, seedModels } from './model.repository.ts';

export type ModelService = Awaited<ReturnType<typeof createModelService>>;

/** The domain's model service, with the clients that call the models. Updates the table of models. */
export async function createModelService({
  database,
  models,
  own,
}: {
  database: Database;
  models: Models;
  own: Pick<ModelPort, 'open' | 'probedAt'>;
}) {
  await seedModels(database.db);
  models.setCatalogue(await readModels(database.db));
  const port: ModelPort = {
    ...own,
    list: models.list,
    find: (id) => models.find(id)?.info,
    endpoints: models.endpoints,
    check: models.check,
  };

  return {
    port,
    /** All models, including those that are unavailable. */
    all: models.list,
    /** The model with this id; undefined if there is none. */
    find: models.find,
  };
}
