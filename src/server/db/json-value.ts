import { customType } from 'drizzle-orm/pg-core';

/** A jsonb column that may contain a top-level string. Drizzle's own type reads the string `7` back as a number. */
export const jsonValue = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
