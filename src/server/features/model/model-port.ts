import type { ModelPort } from '#domain/model/model.port.ts';
import type { Platform } from '../../platform.ts';
import { readModels, seedModels } from './model.repository.ts';

/** The server's models, with the table's. Updates the table. */
export async function createModelPort({
  database,
  models,
  ownEndpoints: { open, probedAt },
}: Pick<Platform, 'database' | 'models'> & {
  ownEndpoints: Pick<ModelPort, 'open' | 'probedAt'>;
}): Promise<ModelPort> {
  await seedModels(database.db);
  models.setCatalogue(await readModels(database.db));
  const { list, endpoints, check } = models;
  return { list, endpoints, check, open, probedAt, find: (id) => models.find(id)?.info };
}
