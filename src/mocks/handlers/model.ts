import type { Model } from '#generated/model/index.ts';
import { matches, paginate } from '../http/paging.ts';
import type { Resolvers } from './resolver.ts';

/** The models that tasks can use. */
export const modelResolvers = {
  listModels: ({ store, query }) => {
    const found = store.data.models.filter((model) => matches(query.q, model.id, model.name));
    const position = (model: Model) => String(store.data.models.indexOf(model)).padStart(5, '0');
    return paginate(found, query, { name: 'model', id: position });
  },
} satisfies Partial<Resolvers>;
