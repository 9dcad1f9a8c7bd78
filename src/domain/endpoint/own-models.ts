import type { Model } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import type { AskableModel } from '../model/ask.ts';
import { ASSUMED_SUPPORT, type Endpoint, splitModelId } from '../model/endpoint.ts';
import { ModelFailure } from '../run/execution/model-failure.ts';
import type { EndpointModelRow, EndpointRow } from './endpoint.tables.ts';
import { openSecrets } from './endpoint-secrets.ts';
import { isOwnModelId } from './own-id.ts';

/** What is needed to know the models that an organisation can use. */
export type ModelDomain = Pick<Domain, 'stores' | 'secrets' | 'model' | 'run'>;
type Deps = ModelDomain;

/** How exact the time of a key's last use is. */
const USE_NOTED_MS = 60_000;
/** The models of an organisation's endpoints that are listed. */
const LISTED_MAX = 5000;

/**
 * The model with this ID, among the operator's and the organisation's own; undefined if there is none. Models of other
 * organisations don't exist.
 */
export async function findModel(
  domain: Deps,
  orgId: string,
  id: string,
): Promise<AskableModel | undefined> {
  return isOwnModelId(id) ? findOwnModel(domain, orgId, id) : domain.run.modelOf(id);
}

/** All chat models that an organisation can use, and those that it could: the operator's first. */
export async function allModels(domain: Deps, orgId: string): Promise<Model[]> {
  const [general, own] = await Promise.all([domain.model.list(), ownModels(domain, orgId)]);
  return [...general, ...own];
}

/** The chat models that an organisation's own endpoints offer. */
async function ownModels({ stores }: Pick<Deps, 'stores'>, orgId: string): Promise<Model[]> {
  const { endpoints, models } = stores.endpoint;
  const rows = await endpoints.list({ where: { org_id: orgId }, order: ['id'] });
  if (rows.length === 0) return [];
  const all = await models.list({
    where: { endpoint_id: { in: rows.map(({ id }) => id) }, type: 'chat' },
    order: ['id'],
    limit: LISTED_MAX,
  });
  const byEndpoint = Map.groupBy(all, ({ endpoint_id }) => endpoint_id);
  return rows.flatMap((row) =>
    (byEndpoint.get(row.id) ?? [])
      .filter((model) => isOffered(row, model))
      .map((model) => toModel(row, model)),
  );
}

async function findOwnModel(
  domain: Deps,
  orgId: string,
  id: string,
): Promise<AskableModel | undefined> {
  const { endpoints, models } = domain.stores.endpoint;
  const [endpointId] = splitModelId(id);
  const row = await endpoints.find({ id: endpointId, org_id: orgId });
  const model = row && (await models.find({ id, endpoint_id: endpointId }));
  return row && model?.type === 'chat' ? toAskable(domain, row, model) : undefined;
}

/** Whether tasks can use a model. */
export function isOffered({ offer }: EndpointRow, { chosen }: EndpointModelRow): boolean {
  return offer === 'all' || chosen;
}

/** A model of an endpoint, ready to be called. */
export function toAskable(domain: Deps, row: EndpointRow, model: EndpointModelRow): AskableModel {
  const info = toModel(row, model);
  const own = { endpointId: row.id, name: row.name, isLimited: row.spend_limit !== null };
  const fallback = async () => {
    const id = model.fallback_model_id ?? row.fallback_model_id;
    return id === null || id === info.id ? undefined : findModel(domain, row.org_id, id);
  };
  const endpoint = domain.model.probedAt(endpointOf(row), `${row.id} ${row.connection}`);
  const known = { info, own, fallback, ...(endpoint !== undefined && { endpoint }) };
  if (!info.available) return { ...known, isUnpriced: isOffered(row, model), ask: null };
  return {
    ...known,
    async *ask(request) {
      const client = await openEndpoint(domain, row);
      await noteUse(domain, row);
      yield* client.ask(info, request);
    },
  };
}

/**
 * The client of an endpoint.
 * @throws ModelFailure if its key can't be read
 */
export async function openEndpoint(domain: Pick<Deps, 'model' | 'secrets'>, row: EndpointRow) {
  try {
    return await domain.model.open(
      { ...endpointOf(row), ...openSecrets(domain.secrets, row) },
      row.connection,
    );
  } catch (cause) {
    if (cause instanceof ModelFailure) throw cause;
    throw new ModelFailure(
      'model_unauthorized',
      `The key of ${row.name} can't be read, because this server's SECRET_KEY has changed. Enter it again in Settings → Models.`,
      { cause },
    );
  }
}

/** An endpoint without its secrets, as the clients know it. */
export function endpointOf(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    name: row.name,
    provider: row.kind,
    baseUrl: row.base_url ?? undefined,
    apiVersion: row.api_version ?? undefined,
    region: row.region ?? undefined,
    accessKeyId: row.access_key_id ?? undefined,
    models: [],
    isOpen: false,
    settings: { key: 'its key in Settings → Models', url: 'its address in Settings → Models' },
  };
}

function toModel(row: EndpointRow, model: EndpointModelRow): Model {
  const reason = unavailableReason(row, model);
  return {
    id: model.id,
    name: model.title ?? model.name,
    provider: row.kind,
    endpoint: { id: row.id, name: row.name, problem: problemForAll(row), is_own: true },
    context_window: model.context_window,
    max_output_tokens: model.max_output_tokens,
    input_price: model.input_price,
    output_price: model.output_price,
    supports: { ...ASSUMED_SUPPORT[row.kind], ...model.supports },
    available: reason === null,
    unavailable_reason: reason,
  };
}

/** An endpoint's problem without its address. */
export function problemForAll({ name, problem }: EndpointRow): string | null {
  return problem === null
    ? null
    : `${name} failed its last test. Someone who can edit the organisation can see why in Settings → Models.`;
}

function unavailableReason(row: EndpointRow, model: EndpointModelRow): string | null {
  if (!isOffered(row, model))
    return `${row.name} doesn't offer this model to tasks. Offer it in Settings → Models, or choose another one.`;
  const isPriced = model.input_price !== null && model.output_price !== null;
  return row.spend_limit === null || isPriced
    ? null
    : `This model has no price, and ${row.name} has a spend limit. Enter its price in Settings → Models, or remove the limit.`;
}

async function noteUse({ stores }: Pick<Deps, 'stores'>, row: EndpointRow): Promise<void> {
  const now = Date.now();
  if (row.key === null) return;
  if (row.key_used_at !== null && now - Date.parse(row.key_used_at) < USE_NOTED_MS) return;
  // Also keeps this run from noting it again.
  row.key_used_at = new Date(now).toISOString();
  const { id, connection, key_used_at } = row;
  await stores.endpoint.endpoints.change({ id, connection }, { key_used_at });
}
