import { isObject } from '#core/json/is-object.ts';
import { parseJson } from '#core/json/parse-json.ts';
import type {
  Datasource,
  DatasourceConnection,
  DatasourceConnectionCode,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { type Principal, principalId } from '../principal.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import {
  authorisationUrl,
  createPkce,
  exchangeCode,
} from './connectors/google-drive/google-oauth.ts';
import { createDatasourceService } from './datasource.service.ts';
import type { DatasourceRow } from './datasource.tables.ts';
import { type DatasourceDomain, sealSecret } from './source-context.ts';
import { askSource } from './source-problem.ts';
import { endOpenSync, startSync } from './sync.ts';

/** The maximum time that a person may take at the provider. */
const STATE_MS = 30 * 60_000;
const PURPOSE = 'datasource connection';

/** The OAuth `state`, sealed, so that nobody else can connect an account to the source. */
interface State {
  /** Only the connection that was started last can be completed, and only once. */
  id: string;
  datasource_id: string;
  person: string;
  verifier: string;
  expires: number;
}

function expired(): ProblemError {
  return invalidField('/state', DETAIL.connectionExpired);
}

/** Connects accounts of providers that use OAuth. */
export function createConnectionService(domain: DatasourceDomain) {
  const { stores, datasource: port, secrets } = domain;
  const { google, callbackUrl } = port;
  const { sources } = stores.datasource;

  function requireDrive({ config }: DatasourceRow): void {
    if (config.kind !== 'google_drive')
      throw new ProblemError('datasource_not_ready', DETAIL.datasourceNoAccount);
  }

  function settings() {
    if (!google) throw new ProblemError('datasource_not_ready', DETAIL.googleMissing);
    return google;
  }

  function open(sealed: string): State | undefined {
    try {
      const state: unknown = parseJson(secrets.open(PURPOSE, sealed));
      return isObject(state) ? (state as unknown as State) : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    /** @throws ProblemError 409 for a kind without OAuth, or if this installation isn't registered with the provider */
    async connect(row: DatasourceRow, by: Principal): Promise<DatasourceConnection> {
      requireDrive(row);
      const { id } = row;
      const { verifier, challenge } = await createPkce();
      const state: State = {
        id: crypto.randomUUID(),
        datasource_id: id,
        person: principalId(by),
        verifier,
        expires: Date.now() + STATE_MS,
      };
      const registration = settings();
      await sources.change({ id }, { connecting: state.id });
      return {
        url: authorisationUrl(registration, {
          redirectUri: callbackUrl,
          state: secrets.seal(PURPOSE, JSON.stringify(state)),
          challenge,
        }),
      };
    },

    /** @throws ProblemError 400 if the state isn't that of this person and source, 401 if the provider refuses */
    async complete(
      row: DatasourceRow,
      { code, state: sealed }: DatasourceConnectionCode,
      by: Principal,
    ): Promise<Datasource> {
      requireDrive(row);
      const state = open(sealed);
      const isTheirs = state?.datasource_id === row.id && state.person === principalId(by);
      if (!state || !isTheirs || !(state.expires > Date.now()) || row.connecting !== state.id)
        throw expired();
      const { verifier } = state;
      const secret = await askSource(domain, null, (context) =>
        exchangeCode(settings(), { code, verifier, redirectUri: callbackUrl }, context),
      );
      const change = {
        credentials: sealSecret(domain, row, secret),
        credentials_hint: 'Connected',
        connecting: null,
        // It may be another account.
        state: null,
        health: 'ok',
        error: null,
      } as const;
      const connected = await stores.transaction(async (inner) => {
        await endOpenSync(inner, row.id);
        const found = await mustFind(inner.datasource.sources.lock({ id: row.id }));
        if (found.connecting !== state.id) throw expired();
        const next = { ...found, ...change, version: found.version + 1 };
        await inner.datasource.sources.put(next);
        await startSync(inner, next, 'manual');
        return next;
      });
      port.kick();
      return createDatasourceService(domain).viewOf(connected);
    },
  };
}
