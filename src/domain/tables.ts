import { getTableName, is, SQL } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { ACCESS_TABLES } from './access/access.tables.ts';
import { ACCOUNT_TABLES } from './account/account.tables.ts';
import { AUDIT_TABLES } from './audit/audit.tables.ts';
import { BILLING_TABLES } from './billing/billing.tables.ts';
import { PRICE_TABLES } from './billing/price/price.tables.ts';
import { CAPTURE_TABLES } from './capture/capture.tables.ts';
import { CHAT_TABLES } from './chat/chat.tables.ts';
import { COLLECTION_TABLES } from './collection/collection.tables.ts';
import type { Computed } from './columns.ts';
import { COMPOSE_TABLES } from './compose/compose.tables.ts';
import { DATASOURCE_TABLES } from './datasource/datasource.tables.ts';
import { ENDPOINT_TABLES } from './endpoint/endpoint.tables.ts';
import { EVALUATION_TABLES } from './evaluation/evaluation.tables.ts';
import { INVITATION_TABLES } from './invitation/invitation.tables.ts';
import { MODEL_TABLES } from './model/model.tables.ts';
import { NOTIFICATION_TABLES } from './notification/notification.tables.ts';
import { OAUTH_TABLES } from './oauth/oauth.tables.ts';
import { ORG_TABLES } from './org/org.tables.ts';
import { PROJECT_TABLES } from './project/project.tables.ts';
import { RUN_TABLES } from './run/run.tables.ts';
import { SHARE_TABLES } from './share/share.tables.ts';
import { SYSTEM_TABLES } from './system/system.tables.ts';
import type { Audit, StoreTable, StoreTables } from './table.ts';
import { TASK_TABLES } from './task/task.tables.ts';
import { TEMPLATE_TABLES } from './template/template.tables.ts';
import { TOOL_TABLES } from './tool/tool.tables.ts';
import { TRANSFER_TABLES } from './transfer/transfer.tables.ts';
import { USER_TABLES } from './user/user.tables.ts';
import { WEBHOOK_TABLES } from './webhook/webhook.tables.ts';

/** The tables of each area. */
export const STORE_TABLES = {
  access: ACCESS_TABLES,
  account: ACCOUNT_TABLES,
  audit: AUDIT_TABLES,
  billing: { ...BILLING_TABLES, ...PRICE_TABLES },
  capture: CAPTURE_TABLES,
  chat: CHAT_TABLES,
  collection: COLLECTION_TABLES,
  compose: COMPOSE_TABLES,
  datasource: DATASOURCE_TABLES,
  endpoint: ENDPOINT_TABLES,
  evaluation: EVALUATION_TABLES,
  invitation: INVITATION_TABLES,
  model: MODEL_TABLES,
  notification: NOTIFICATION_TABLES,
  oauth: OAUTH_TABLES,
  org: ORG_TABLES,
  project: PROJECT_TABLES,
  run: RUN_TABLES,
  share: SHARE_TABLES,
  system: SYSTEM_TABLES,
  task: TASK_TABLES,
  template: TEMPLATE_TABLES,
  tool: TOOL_TABLES,
  transfer: TRANSFER_TABLES,
  user: USER_TABLES,
  webhook: WEBHOOK_TABLES,
  member: {},
};
type StoreTablesOf = typeof STORE_TABLES;
type Declared = {
  [Area in keyof StoreTablesOf]: StoreTablesOf[Area][keyof StoreTablesOf[Area]];
}[keyof StoreTablesOf];
type Drizzled = Declared['table'];

/** All rows by the name of their table. */
export type Rows = { [T in Drizzled as T['_']['name']]: T['$inferSelect'] };
export type TableName = keyof Rows;
/** The same, without what a new row may leave out: columns that may be null or have a default. */
export type NewRows = { [T in Drizzled as T['_']['name']]: T['$inferInsert'] };

type Row = Readonly<Record<string, unknown>>;
type References = Readonly<Record<string, TableName>>;

/** What is derived from the declaration of a table. */
export interface TableSpec {
  table: PgTable;
  columns: readonly string[];
  /** What a new row may leave out: null, or the column's default. */
  initial: Row;
  /** The columns of the primary key. */
  key: readonly string[];
  /** Unique indexes by name: a row's value, or undefined if the index excludes the row. */
  unique: Readonly<Record<string, (row: Row) => string | undefined>>;
  /** Columns that refer to another table. A row is deleted with the one that it refers to. */
  references: References;
  /** The same, but without a foreign key. */
  swept: References;
  madeFirst?: string;
}

/** By area: the names of its tables, by their keys in its store. */
export const TABLE_NAMES = Object.fromEntries(
  Object.entries<StoreTables>(STORE_TABLES).map(([area, tables]) => [
    area,
    Object.fromEntries(
      Object.entries(tables).map(([key, { table }]) => [key, getTableName(table) as TableName]),
    ),
  ]),
) as { readonly [Area in keyof StoreTablesOf]: Readonly<Record<string, TableName>> };

const declarations = Object.values<StoreTables>(STORE_TABLES).flatMap((tables) =>
  Object.values(tables),
);

export const TABLES = Object.fromEntries(
  declarations.map((declared) => [getTableName(declared.table), specOf(declared)]),
) as { readonly [Name in TableName]: TableSpec };

/**
 * A new row. Columns that aren't given are null or have their default, so that a new column needs a line only where
 * something else is in it.
 * @throws TypeError without a column whose default only the database knows
 */
export function newRow<Name extends TableName>(name: Name, given: NewRows[Name]): Rows[Name] {
  const { columns, initial } = TABLES[name];
  const row: Record<string, unknown> = { ...structuredClone(initial), ...given };
  const missing = columns.find((column) => row[column] === undefined);
  if (missing !== undefined) throw new TypeError(`A new row of ${name} needs ${missing}`);
  return row as Rows[Name];
}

export type AuditedTableName = Extract<Declared, { audit: Audit }>['table']['_']['name'];
/** The tables whose changes go into the audit log. */
export const AUDITED_TABLES = Object.fromEntries(
  declarations.flatMap(({ table, audit }) => (audit ? [[getTableName(table), audit]] : [])),
) as { readonly [Name in AuditedTableName]: Audit };

function specOf({ table, swept = {}, madeFirst }: StoreTable): TableSpec {
  const { columns, primaryKeys, indexes, foreignKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const unique = [
    ...columns.flatMap((one) =>
      one.isUnique ? [[one.uniqueName, uniqueValue([one], undefined)]] : [],
    ),
    ...indexes.flatMap(({ config: { name, unique, columns, where } }) =>
      unique ? [[name, uniqueValue(columns as Part[], where as Computed | undefined)]] : [],
    ),
  ];
  const references = foreignKeys
    .map((one) => one.reference())
    .map(({ columns: [column], foreignTable }) => [column?.name, getTableName(foreignTable)]);
  return {
    table,
    columns: columns.map(({ name }) => name),
    initial: Object.fromEntries(
      columns
        .filter((one) => !one.notNull || (one.hasDefault && !is(one.default, SQL)))
        .map((one) => [one.name, one.default ?? null]),
    ),
    key: key.map(({ name }) => name),
    unique: Object.fromEntries(unique),
    references: Object.fromEntries(references),
    swept: swept as References,
    ...(madeFirst && { madeFirst }),
  };
}

type Part = { name: string } | Computed;

/** As in SQL, nulls are never equal. */
function uniqueValue(parts: readonly Part[], where: Computed | undefined) {
  return (row: Row): string | undefined => {
    if (where && !where.of(row)) return undefined;
    const values = parts.map((part) =>
      is(part, SQL) ? (part as Computed).of(row) : row[part.name],
    );
    return values.includes(null) ? undefined : JSON.stringify(values);
  };
}
