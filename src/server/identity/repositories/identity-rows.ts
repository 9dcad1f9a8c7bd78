import type { IdentityRows } from '#domain/identity/rows.ts';
import type { Executor } from '#server/db/executor.ts';
import * as codes from './code.repository.ts';
import * as credentials from './credential.repository.ts';
import { findError } from './error.repository.ts';
import * as flows from './flow.repository.ts';
import * as identities from './identity.repository.ts';
import * as sessions from './session.repository.ts';

export type EndAccess = (tx: Executor, identityId: string) => Promise<void>;

type Queries = Omit<IdentityRows, 'transaction' | 'endAccess'>;
type Repository = {
  [Name in keyof Queries]: (
    db: Executor,
    ...args: Parameters<Queries[Name]>
  ) => ReturnType<Queries[Name]>;
};
const REPOSITORY: Repository = {
  ...codes,
  ...credentials,
  findError,
  ...flows,
  ...identities,
  ...sessions,
};

/** The rows of a database or transaction. */
export function identityRows(db: Executor, endAccess: EndAccess): IdentityRows {
  const bound = Object.entries(REPOSITORY).map(([name, query]) => [
    name,
    (...args: never[]) => (query as (db: Executor, ...args: never[]) => unknown)(db, ...args),
  ]);
  return {
    ...(Object.fromEntries(bound) as Queries),
    transaction: (work) => db.transaction((tx) => work(identityRows(tx, endAccess))),
    endAccess: (identityId) => endAccess(db, identityId),
  };
}
