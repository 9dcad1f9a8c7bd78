import type { Model } from '#generated/model/index.ts';
import { matches, type Order, paginate } from '../http/paging.ts';
import type { Resolvers } from './resolver.ts';

const ORDER: Order<Model> = {
  name: 'model',
  value: (model) => model.name.toLowerCase(),
  id: (model) => model.id,
};

/** The models that tasks can use. */
export const modelResolvers = {
  listModels: ({ store, query }) =>
    paginate(
      store.data.models.filter((model) => matches(query.q, model.id, model.name)),
      query,
      ORDER,
    ),
} satisfies Partial<Resolvers>;
