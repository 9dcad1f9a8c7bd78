import { customType } from 'drizzle-orm/pg-core';

/** A jsonb column that may hold a text at its top: drizzle's own reads the text `7` back as a number. */
export const jsonValue = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
