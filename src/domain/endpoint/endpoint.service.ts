import { endpointPlace } from '#core/access/secret-place.ts';
import { newId } from '#core/ids.ts';
import { ENDPOINTS_MAX } from '#core/limits.ts';
import type {
  Actor,
  EndpointCreate,
  EndpointKeyReplace,
  EndpointUpdate,
  EndpointUses,
  FieldError,
  OwnEndpoint,
  OwnEndpointList,
  SavedEndpoint,
} from '#generated/model/index.ts';
import { requireSecrets } from '../access/bound-secret.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { splitModelId } from '../model/endpoint.ts';
import { createdNow } from '../principal.ts';
import {
  invalidField,
  invalidRequest,
  mustFind,
  nameTaken,
  notFound,
  ProblemError,
} from '../problem.ts';
import type { Stores } from '../stores.ts';
import { newRow } from '../tables.ts';
import { requireMatch } from '../version.ts';
import { type Checked, checkEndpoint } from './check-endpoint.ts';
import type { EndpointRow } from './endpoint.tables.ts';
import { saveListed } from './endpoint-model.service.ts';
import { headerRows, keptSecrets, keyColumns } from './endpoint-secrets.ts';
import { ownEndpointViews } from './endpoint-views.ts';
import { findModel } from './own-models.ts';

const USES_MAX = 100;

type Deps = Pick<Domain, 'stores' | 'secrets' | 'outbound' | 'model' | 'run'>;

/** Model endpoints that organisations call with their own keys. */
export function createEndpointService(domain: Deps) {
  const { stores, secrets } = domain;
  const { endpoints, models } = stores.endpoint;

  async function view(row: EndpointRow): Promise<OwnEndpoint> {
    const [found] = await ownEndpointViews(stores, [row]);
    return mustFind(found);
  }

  /** @throws ProblemError 400 if the model can't be a fallback */
  async function requireFallback(row: EndpointRow): Promise<void> {
    const id = row.fallback_model_id;
    if (id === null) return;
    if (splitModelId(id)[0] === row.id)
      throw invalidField('/fallback_model_id', DETAIL.fallbackSame);
    if (!(await findModel(domain, row.org_id, id)))
      throw invalidField('/fallback_model_id', DETAIL.fallbackUnknown);
  }

  /** @throws ProblemError 400 `endpoint_failed` if the test fails and the settings aren't to be kept anyway */
  async function tested(row: EndpointRow, keepFailing: boolean | undefined): Promise<Checked> {
    const known = await models.list({ where: { endpoint_id: row.id } });
    const checked = await checkEndpoint(domain, row, known);
    const { failure } = checked;
    if (failure && !keepFailing)
      throw new ProblemError('endpoint_failed', `Nothing was saved: ${failure.message}`, {
        errors: [failure],
      });
    return checked;
  }

  const stateOf = ({ failure }: Checked) => ({
    problem: failure?.message ?? null,
    checked_at: new Date().toISOString(),
  });

  return {
    async list(orgId: string): Promise<OwnEndpointList> {
      const rows = await endpoints.list({ where: { org_id: orgId }, order: ['id'] });
      const results = await ownEndpointViews(stores, rows);
      return { results, pagination: { has_next: false, next_cursor: null } };
    },

    get: view,

    /** @throws ProblemError 400 with everything that is wrong, `endpoint_failed`, 409 for a name that is taken */
    async create(orgId: string, body: EndpointCreate, by: Actor): Promise<SavedEndpoint> {
      const row = newRow('model_endpoint', {
        id: newId('endpoint'),
        org_id: orgId,
        name: body.name.trim(),
        kind: body.kind,
        base_url: body.base_url ?? null,
        api_version: body.api_version ?? null,
        region: body.region ?? null,
        access_key_id: body.access_key_id ?? null,
        ...NO_KEY,
        headers: [],
        offer: body.offer ?? 'all',
        fallback_model_id: body.fallback_model_id ?? null,
        spend_limit: body.spend_limit ?? null,
        ...createdNow(by),
      });
      const errors = [...(await addressErrors(domain, row)), ...secretErrors(body)];
      if (errors.length > 0) throw invalidRequest(errors);
      Object.assign(row, keyColumns(secrets, row, body.api_key ?? null));
      row.headers = headerRows(secrets, row, body.headers ?? []);
      await requireFallback(row);
      await requireName(stores, row);
      await requireNumber(stores, orgId);
      const checked = await tested(row, body.keep_failing);
      const made = { ...row, ...stateOf(checked) };
      await stores.transaction(async (tx) => {
        await mustFind(tx.org.orgs.lock({ id: orgId }));
        await requireName(tx, row);
        await requireNumber(tx, orgId);
        await tx.endpoint.endpoints.insert(made);
      });
      await saveListed(domain, made, checked.listed);
      return { endpoint: await view(made), checks: checked.checks };
    },

    /**
     * @throws ProblemError 400, also if its key would go elsewhere without being entered again, 404, 409, 412 when it
     *   has changed since `ifMatch`
     */
    async update(row: EndpointRow, body: EndpointUpdate, ifMatch?: string): Promise<SavedEndpoint> {
      requireMatch(ifMatch, row);
      const { keep_failing, headers, api_key, ...fields } = body;
      const known = row.headers.map(({ name }) => name.toLowerCase());
      const errors = secretErrors(body, known);
      const changed: EndpointRow = { ...row, ...fields, name: body.name?.trim() ?? row.name };
      errors.push(...(await addressErrors(domain, changed)));
      if (errors.length > 0) throw invalidRequest(errors);
      requireSecrets(keptSecrets(row, changed, body));
      if (api_key !== undefined) Object.assign(changed, keyColumns(secrets, changed, api_key));
      if (headers) changed.headers = headerRows(secrets, changed, headers, row.headers);
      if (body.fallback_model_id !== undefined) await requireFallback(changed);
      const isMoved = CONNECTION.some(
        (field) => JSON.stringify(row[field]) !== JSON.stringify(changed[field]),
      );
      if (isMoved) changed.connection += 1;
      const checked = isMoved ? await tested(changed, keep_failing) : undefined;
      const saved = await stores.transaction(async (tx) => {
        await mustFind(tx.org.orgs.lock({ id: row.org_id }));
        const now = await mustFind(tx.endpoint.endpoints.lock({ id: row.id }));
        requireMatch(ifMatch ?? `"${row.version}"`, now);
        if (changed.name !== row.name) await requireName(tx, changed);
        // Its key may have been used and calls may have ended in the meantime.
        const { reserved } = now;
        const key_used_at = api_key === undefined ? now.key_used_at : null;
        const made = { ...changed, reserved, key_used_at, version: now.version + 1 };
        if (checked) Object.assign(made, stateOf(checked));
        await tx.endpoint.endpoints.put(made);
        return made;
      });
      if (checked) await saveListed(domain, saved, checked.listed);
      return { endpoint: await view(saved), checks: checked?.checks ?? [] };
    },

    /** Replaces the key. Requests that are being sent end with the old one. */
    async replaceKey(
      row: EndpointRow,
      { api_key, keep_failing }: EndpointKeyReplace,
    ): Promise<SavedEndpoint> {
      const errors = secretErrors({ api_key });
      if (errors.length > 0) throw invalidRequest(errors);
      const columns = keyColumns(secrets, row, api_key);
      const connection = row.connection + 1;
      const checked = await tested({ ...row, ...columns, connection }, keep_failing);
      const saved = await stores.transaction(async (tx) => {
        const now = await mustFind(tx.endpoint.endpoints.lock({ id: row.id }));
        // Someone may have changed the address meanwhile, for which the key wasn't entered.
        const places = { before: endpointPlace(row), after: endpointPlace(now) };
        requireSecrets([{ what: 'the key', pointer: '/api_key', ...places }]);
        const made = {
          ...now,
          ...columns,
          ...stateOf(checked),
          connection: now.connection + 1,
          version: now.version + 1,
        };
        await tx.endpoint.endpoints.put(made);
        return made;
      });
      await saveListed(domain, saved, checked.listed);
      return { endpoint: await view(saved), checks: checked.checks };
    },

    async delete({ id }: EndpointRow): Promise<void> {
      if ((await endpoints.delete({ id })) === 0) throw notFound();
    },

    async uses({ id, org_id }: EndpointRow): Promise<EndpointUses> {
      const { total, rows } = await stores.endpoint.uses(org_id, id, USES_MAX);
      return { total, results: rows };
    },
  };
}

const NO_KEY = { key: null, key_last_four: '', key_changed_at: null, key_used_at: null };

/** The fields whose change requires a new connection test. */
const CONNECTION = [
  'base_url',
  'api_version',
  'region',
  'access_key_id',
  'key',
  'headers',
] as const;

/** @throws ProblemError 409 */
async function requireName({ endpoint }: Pick<Stores, 'endpoint'>, row: EndpointRow) {
  const rows = await endpoint.endpoints.list({ where: { org_id: row.org_id } });
  const name = row.name.toLowerCase();
  if (rows.some((one) => one.id !== row.id && one.name.toLowerCase() === name))
    throw nameTaken(DETAIL.endpointNameTaken);
}

/** @throws ProblemError 409 */
async function requireNumber({ endpoint }: Pick<Stores, 'endpoint'>, orgId: string) {
  if ((await endpoint.endpoints.count({ org_id: orgId })) >= ENDPOINTS_MAX)
    throw new ProblemError('limit_reached', DETAIL.endpointLimit(ENDPOINTS_MAX));
}

/** What is set by the client itself, or would change how requests are sent. */
const RESERVED =
  /^(host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|keep-alive|expect|accept-encoding|proxy-.*)$/i;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Without line breaks and other control characters, which could add headers. */
const SENDABLE = /^[\x20-\x7e]+$/;

type Fields = Pick<EndpointRow, 'kind' | 'base_url' | 'region' | 'access_key_id'>;

/** What is wrong with the address of an endpoint, and with what belongs to its kind. */
async function addressErrors(
  { outbound }: Pick<Domain, 'outbound'>,
  { kind, base_url, region, access_key_id }: Fields,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const report = (pointer: string, message: string) => void errors.push({ pointer, message });
  const needsUrl = kind === 'compatible' || kind === 'azure';
  if (base_url === null && needsUrl) report('/base_url', DETAIL.endpointUrlRequired);
  if (base_url !== null) {
    const problem = await outbound.check(base_url);
    const url = URL.parse(base_url);
    if (problem !== undefined) report('/base_url', problem);
    else if (url?.search || url?.hash) report('/base_url', DETAIL.endpointUrlQuery);
  }
  if (kind === 'bedrock' && region === null) report('/region', DETAIL.endpointRegionRequired);
  if (kind !== 'bedrock' && access_key_id !== null)
    report('/access_key_id', DETAIL.endpointOnlyBedrock);
  return errors;
}

/** What is wrong with a key and headers. Messages never repeat a value. */
function secretErrors(
  given: Pick<EndpointUpdate, 'api_key' | 'headers'>,
  known: readonly string[] = [],
): FieldError[] {
  const errors: FieldError[] = [];
  const { api_key, headers = [] } = given;
  if (api_key != null && !SENDABLE.test(api_key))
    errors.push({ pointer: '/api_key', message: DETAIL.unsendable });
  const seen = new Set<string>();
  for (const [index, { name, value }] of headers.entries()) {
    const report = (part: string, message: string) =>
      void errors.push({ pointer: `/headers/${index}/${part}`, message });
    if (!NAME.test(name)) report('name', DETAIL.headerName);
    else if (RESERVED.test(name)) report('name', DETAIL.headerReserved);
    else if (seen.has(name.toLowerCase())) report('name', DETAIL.headerTwice);
    seen.add(name.toLowerCase());
    if (value === undefined && !known.includes(name.toLowerCase()))
      report('value', DETAIL.headerValueRequired);
    if (value !== undefined && !SENDABLE.test(value)) report('value', DETAIL.unsendable);
  }
  return errors;
}
