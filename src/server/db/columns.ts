import { customType, text } from 'drizzle-orm/pg-core';
import type { BoundSecret } from '#domain/access/bound-secret.ts';
import { toJsonb } from './jsonb.ts';

/**
 * A time, as an ISO string in UTC with milliseconds. Rows with strings can be copied, compared and sent unchanged, and
 * parsing a `Date` costs six times as much.
 */
export const at = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: toIso,
});

/** A jsonb column. Characters that PostgreSQL can't store in JSON are replaced on write. */
export function jsonb<Value>(name: string) {
  return customType<{ data: Value; driverData: string }>({
    dataType: () => 'jsonb',
    toDriver: toJsonb,
    fromDriver: (value) => value as unknown as Value,
  })(name);
}

/** A secret that is sent somewhere: encrypted, not hashed, and bound to the place that it was entered for. */
export function boundSecret(name: string) {
  return text(name).$type<BoundSecret>();
}

const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** A time in PostgreSQL's format. */
function toIso(text: string): string {
  const [, date, time, fraction = ''] = UTC.exec(text) ?? [];
  if (date === undefined) return new Date(text).toISOString();
  return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
