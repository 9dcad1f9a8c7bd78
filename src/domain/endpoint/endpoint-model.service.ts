import type { OfferedModel } from '#core/model/offered-model.ts';
import type {
  Actor,
  EndpointModelChanges,
  EndpointModelList,
  EndpointModelsUpdate,
  EndpointModelUpdate,
} from '#generated/model/index.ts';
import { notePrices } from '../billing/price/note-prices.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import type { EditedField, EndpointModelRow, EndpointRow } from './endpoint.tables.ts';
import { toEndpointModel } from './endpoint-views.ts';
import { ENDPOINT_MODELS_MAX, mergedModels, newModelRow } from './merge-models.ts';
import { findModel, type ModelDomain } from './own-models.ts';

/** The models of organisations' own endpoints. */
export function createEndpointModelService(domain: ModelDomain) {
  const { stores } = domain;
  const { models } = stores.endpoint;

  /** @throws ProblemError 400 if a model's fallback doesn't exist, or leads back to the model */
  async function requireFallbacks(
    orgId: string,
    id: string,
    given: readonly EndpointModelUpdate[],
  ) {
    const named = new Map(
      given.map(({ name, fallback_model_id }) => [`${id}/${name}`, fallback_model_id]),
    );
    for (const [index, { name, fallback_model_id }] of given.entries()) {
      if (fallback_model_id == null) continue;
      const refuse = (detail: string) => invalidField(`/models/${index}/fallback_model_id`, detail);
      const isKnown =
        named.has(fallback_model_id) || (await findModel(domain, orgId, fallback_model_id));
      if (!isKnown) throw refuse(DETAIL.fallbackUnknown);
      const seen = new Set<string>();
      let next: string | null = fallback_model_id;
      while (next !== null && !seen.has(next)) {
        if (next === `${id}/${name}`) throw refuse(DETAIL.fallbackCycle);
        seen.add(next);
        const change: string | null | undefined = named.get(next);
        if (change === undefined)
          next = (await models.find({ id: next }))?.fallback_model_id ?? null;
        else next = change;
      }
    }
  }

  return {
    list(row: EndpointRow, query: PageQuery & { q?: string }): Promise<EndpointModelList> {
      const options = {
        where: { endpoint_id: row.id },
        search: { q: query.q, in: ['name', 'title'] as const },
      };
      return listPage(models, options, query, (model) => toEndpointModel(row, model));
    },

    /**
     * Changes models, all or none. Prices apply to runs from now on.
     * @throws ProblemError 400 with a pointer to the model, 404, 409 if there are too many
     */
    async update(
      { id, org_id }: EndpointRow,
      { models: given }: EndpointModelsUpdate,
      by: Actor,
    ): Promise<EndpointModelChanges> {
      const twice = given.findIndex(
        ({ name }, index) => given.findIndex((one) => one.name === name) !== index,
      );
      if (twice >= 0) throw invalidField(`/models/${twice}/name`, DETAIL.modelTwice);
      await requireFallbacks(org_id, id, given);
      return stores.transaction(async (all) => {
        const { endpoint } = all;
        const row = await mustFind(endpoint.endpoints.lock({ id }));
        const ids = given.map(({ name }) => `${id}/${name}`);
        const found = await endpoint.models.list({ where: { id: { in: ids } } });
        const known = new Map(found.map((model) => [model.name, model]));
        const removed = given.filter(({ is_removed }) => is_removed);
        for (const { name } of removed) {
          if (known.get(name)?.is_listed)
            throw invalidField(`/models/${indexOf(given, name)}/is_removed`, DETAIL.modelListed);
          await endpoint.models.delete({ id: `${id}/${name}` });
        }
        const kept = given.filter(({ is_removed }) => !is_removed);
        const changed = kept.map((change) =>
          withChange(known.get(change.name) ?? newModelRow(id, change.name), change, row),
        );
        const added = changed.filter(({ name }) => !known.has(name));
        if (added.length > 0) {
          const count = await endpoint.models.count({ endpoint_id: id });
          if (count + added.length > ENDPOINT_MODELS_MAX)
            throw new ProblemError('limit_reached', DETAIL.endpointModelLimit(ENDPOINT_MODELS_MAX));
          await endpoint.models.insert(added);
        }
        for (const model of changed) if (known.has(model.name)) await endpoint.models.put(model);
        await notePrices(all, row, { before: [...known.values()], after: changed, by });
        return { models: changed.map((model) => toEndpointModel(row, model)) };
      });
    },
  };
}

/** Stores what an endpoint lists. Nothing changes if it didn't respond. */
export async function saveListed(
  domain: Pick<Domain, 'stores' | 'model'>,
  row: EndpointRow,
  listed: readonly OfferedModel[] | undefined,
): Promise<void> {
  if (!listed || listed.length === 0) return;
  await domain.stores.transaction(async (all) => {
    const { endpoint } = all;
    if (!(await endpoint.endpoints.lock({ id: row.id }))) return;
    const known = await endpoint.models.list({ where: { endpoint_id: row.id } });
    const { added, changed } = mergedModels(domain, row, known, listed);
    if (added.length > 0) await endpoint.models.insert(added);
    for (const model of changed) await endpoint.models.put(model);
    await notePrices(all, row, { before: known, after: changed, by: null });
  });
}

const EDITABLE: readonly EditedField[] = [
  'type',
  'title',
  'context_window',
  'max_output_tokens',
  'input_price',
  'output_price',
  'supports',
];

function withChange(
  row: EndpointModelRow,
  change: EndpointModelUpdate,
  endpoint: EndpointRow,
): EndpointModelRow {
  const fields = EDITABLE.filter((field) => change[field] !== undefined);
  const given = Object.fromEntries(fields.map((field) => [field, change[field]]));
  // A model that someone adds is one that they want to use.
  const isNew = !row.is_listed && row.edited.length === 0 && endpoint.offer === 'chosen';
  return {
    ...row,
    ...given,
    fallback_model_id:
      change.fallback_model_id === undefined ? row.fallback_model_id : change.fallback_model_id,
    chosen: change.offered ?? (isNew || row.chosen),
    edited: [...new Set([...row.edited, ...fields])],
  };
}

function indexOf(given: readonly EndpointModelUpdate[], name: string): number {
  return given.findIndex((one) => one.name === name);
}
