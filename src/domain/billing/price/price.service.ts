import { firstIdAt, newId, timeAfterIds } from '#core/ids.ts';
import { toTime } from '#core/time.ts';
import type {
  Actor,
  PriceChange,
  PriceChangeList,
  PriceCorrection,
  PriceCorrectionCreate,
  PriceCorrectionList,
} from '#generated/model/index.ts';
import { DETAIL } from '../../details.ts';
import type { Domain } from '../../domain.ts';
import { isOwnModelId } from '../../endpoint/own-id.ts';
import { listPage, type PageQuery } from '../../paging.ts';
import { createdNow } from '../../principal.ts';
import { invalidField, mustFind, ProblemError } from '../../problem.ts';
import { newRow } from '../../tables.ts';
import { asView } from '../../view.ts';
import { isOperator } from './is-operator.ts';
import type { PriceChangeRow, PriceCorrectionRow } from './price.tables.ts';
import { CALL_ID } from './priced-calls.ts';

type Deps = Pick<Domain, 'stores' | 'system' | 'model' | 'collection' | 'prices'>;
type Scope = Pick<PriceCorrectionRow, 'org_id' | 'model_id' | 'is_general'>;

/** The prices of models over time, and corrections of what past runs cost. */
export function createPriceService(domain: Deps) {
  const { stores, model, collection, prices } = domain;
  const { corrections, priceChanges } = stores.billing;

  /** @throws ProblemError 400 for unknown models, 403 for the server's in other organisations */
  async function requireModel(org_id: string, model_id: string): Promise<Scope> {
    if (isOwnModelId(model_id)) {
      const known = await stores.endpoint.models.find({ id: model_id, type: 'chat' });
      const of = known && { id: known.endpoint_id, org_id };
      if (!of || !(await stores.endpoint.endpoints.find(of)))
        throw invalidField('/model_id', DETAIL.pricedModelUnknown);
      return { org_id, model_id, is_general: false };
    }
    if (!(await isOperator(domain, org_id)))
      throw new ProblemError('forbidden', DETAIL.notOperator);
    if (!model.find(model_id) && !collection.embedding.find(model_id))
      throw invalidField('/model_id', DETAIL.pricedModelUnknown);
    return { org_id, model_id, is_general: true };
  }

  /** Starts to calculate a correction, instead of one that was never applied. */
  async function begin(
    scope: Scope,
    facts: Pick<
      PriceCorrectionRow,
      'starts_at' | 'ends_at' | 'input_price' | 'output_price' | 'undoes' | 'cursor'
    >,
    by: Actor,
  ): Promise<PriceCorrection> {
    const { org_id, model_id } = scope;
    const row = newRow('price_correction', {
      id: newId('correction'),
      ...scope,
      ...facts,
      status: 'calculating',
      progress: 0,
      runs: 0,
      pending_runs: 0,
      applied_runs: 0,
      skipped_runs: 0,
      organizations: 0,
      cost_before: 0,
      cost_after: 0,
      unpriced_runs: 0,
      given_back: 0,
      taken: 0,
      waived: 0,
      ...createdNow(by),
    });
    await stores.transaction(async ({ billing, org }) => {
      await mustFind(org.orgs.lock({ id: org_id }));
      if ((await billing.corrections.count({ org_id, model_id, status: 'applying' })) > 0)
        throw new ProblemError('price_correction_conflict', DETAIL.priceApplying);
      const status = { in: ['calculating', 'ready', 'failed'] as const };
      await billing.corrections.delete({ org_id, model_id, status });
      await billing.corrections.insert(row);
    });
    prices.kick();
    return toCorrection(row);
  }

  return {
    changes(
      org_id: string,
      { model_id, ...query }: PageQuery & { model_id: string },
    ): Promise<PriceChangeList> {
      const options = { where: { org_id, model_id }, descending: true };
      return listPage(priceChanges, options, query, toChange);
    },

    list(
      org_id: string,
      { model_id, ...query }: PageQuery & { model_id?: string },
    ): Promise<PriceCorrectionList> {
      const options = { where: { org_id }, filter: { model_id }, descending: true };
      return listPage(corrections, options, query, toCorrection);
    },

    get: toCorrection,

    /** @throws ProblemError 400, 403, 404, 409 while another one is applied */
    async create(orgId: string, body: PriceCorrectionCreate, by: Actor): Promise<PriceCorrection> {
      const scope = await requireModel(orgId, body.model_id);
      // Runs are found by the times in their IDs, which may be ahead of the clock.
      const last = timeAfterIds();
      const [start, end] = [toTime(body.from), body.to === undefined ? last : toTime(body.to)];
      if (start >= Math.min(end, Date.now())) throw invalidField('/from', DETAIL.pricePeriod);
      return begin(
        scope,
        {
          starts_at: new Date(start).toISOString(),
          ends_at: new Date(Math.min(end, last)).toISOString(),
          input_price: body.input_price,
          output_price: body.output_price,
          undoes: null,
          cursor: firstIdAt(CALL_ID, start),
        },
        by,
      );
    },

    /** @throws ProblemError 403, 404, 409 if it wasn't applied, or not as the last one */
    async undo(row: PriceCorrectionRow, by: Actor): Promise<PriceCorrection> {
      const { id, org_id, model_id, is_general, starts_at, ends_at } = row;
      if (is_general && !(await isOperator(domain, org_id)))
        throw new ProblemError('forbidden', DETAIL.notOperator);
      const refuse = (why: string) => new ProblemError('price_correction_conflict', why);
      if (row.status !== 'succeeded' || row.undoes !== null || row.undone_by !== null)
        throw refuse(DETAIL.priceNotUndoable);
      const later = { id: { gt: id }, status: 'succeeded', undoes: null, undone_by: null } as const;
      if ((await corrections.count({ org_id, model_id, ...later })) > 0)
        throw refuse(DETAIL.priceUndoLater);
      const facts = { starts_at, ends_at, input_price: null, output_price: null };
      return begin({ org_id, model_id, is_general }, { ...facts, undoes: id, cursor: '' }, by);
    },

    /** @throws ProblemError 403, 404, 409 unless it is ready */
    async apply(
      { id, org_id, is_general }: PriceCorrectionRow,
      by: Actor,
    ): Promise<PriceCorrection> {
      if (is_general && !(await isOperator(domain, org_id)))
        throw new ProblemError('forbidden', DETAIL.notOperator);
      const changed = await stores.transaction(async ({ billing }) => {
        const row = await mustFind(billing.corrections.lock({ id }));
        if (row.status !== 'ready')
          throw new ProblemError('price_correction_conflict', DETAIL.priceNotReady);
        const whose = { created_by_id: by.id, created_by_name: by.name };
        const applying = { ...whose, status: 'applying', progress: 0 } as const;
        await billing.corrections.change({ id }, applying);
        return { ...row, ...applying };
      });
      prices.kick();
      return toCorrection(changed);
    },

    /** @throws ProblemError 404, 409 if it has been applied */
    async delete({ id }: PriceCorrectionRow): Promise<void> {
      await stores.transaction(async ({ billing }) => {
        const row = await mustFind(billing.corrections.lock({ id }));
        if (row.status === 'applying' || row.status === 'succeeded')
          throw new ProblemError('price_correction_conflict', DETAIL.priceApplied);
        await billing.corrections.delete({ id });
      });
    },
  };
}

function toChange(row: PriceChangeRow): PriceChange {
  const { changed_by_id: id, changed_by_name: name } = row;
  return asView('PriceChange', row, { changed_by: id === null ? null : { id, name: name ?? '' } });
}

function toCorrection(row: PriceCorrectionRow): PriceCorrection {
  const { starts_at: from, ends_at: to, is_general: is_charged } = row;
  return asView('PriceCorrection', row, { from, to, is_charged });
}
