/** Kinds of columns, and expressions of indexes, for the declarations of tables in `<area>.tables.ts`. */
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, type PgColumn, text } from 'drizzle-orm/pg-core';
import { toJsonb } from '#core/json/jsonb.ts';
import type { BoundSecret } from './access/bound-secret.ts';

/**
 * A time, as an ISO string in UTC with milliseconds. Rows with strings can be copied, compared and sent unchanged, and
 * parsing a `Date` costs six times as much.
 */
export const at = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: toIso,
});

/** Characters that PostgreSQL can't store in JSON are replaced on write. */
export function jsonb<Value>() {
  return customType<{ data: Value; driverData: string }>({
    dataType: () => 'jsonb',
    toDriver: toJsonb,
    fromDriver: (value) => value as unknown as Value,
  })();
}

/** A secret that is sent somewhere: encrypted, not hashed, and bound to the place that it was entered for. */
export function boundSecret() {
  return text().$type<BoundSecret>();
}

/** Micro-dollars. */
export function micros() {
  return bigint({ mode: 'number' });
}

/** Not a foreign key, because authors are still shown after their account is deleted. */
export const createdBy = {
  created_by_id: text().notNull(),
  created_by_name: text().notNull(),
};
export const creation = { ...createdBy, created_at: at().notNull() };
export const updatedBy = {
  updated_by_id: text().notNull(),
  updated_by_name: text().notNull(),
};

/** A foreign key whose rows are deleted with the one that they refer to. */
export const cascade = { onDelete: 'cascade' } as const;

/** The ID of the row that this one is part of, and is deleted with. */
export function partOf(id: () => AnyPgColumn) {
  return text().notNull().references(id, cascade);
}

/** An expression of a unique index: in SQL, and of a row in memory. */
export interface Computed extends SQL {
  of(row: Readonly<Record<string, unknown>>): unknown;
}

export function lower(column: PgColumn): Computed {
  return computed(sql`lower(${column})`, (row) => String(row[column.name]).toLowerCase());
}

export function orEmpty(column: PgColumn): Computed {
  return computed(sql`coalesce(${column}, '')`, (row) => row[column.name] ?? '');
}

export function isSet(column: PgColumn): Computed {
  return computed(sql`${column} is not null`, (row) => row[column.name] !== null);
}

export function isUnset(column: PgColumn): Computed {
  return computed(sql`${column} is null`, (row) => row[column.name] === null);
}

/** @param value a word, which is written into the SQL */
export function isEqual(column: PgColumn, value: string): Computed {
  return computed(sql`${column} = ${sql.raw(`'${value}'`)}`, (row) => row[column.name] === value);
}

function computed(expression: SQL, of: Computed['of']): Computed {
  return Object.assign(expression, { of });
}

const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** A time in PostgreSQL's format. */
function toIso(time: string): string {
  const [, date, clock, fraction = ''] = UTC.exec(time) ?? [];
  if (date === undefined) return new Date(time).toISOString();
  return `${date}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
