import { faker } from '@faker-js/faker/locale/base';
import { type NewRows, type Rows, TABLES, type TableName } from '#domain/tables.ts';

/** What must be given: columns that have no default and aren't in the contract. */
type Given<Name extends TableName, Made> = Omit<NewRows[Name], keyof Made> & Partial<Rows[Name]>;

/**
 * A row of the mocks. Columns that aren't given are null, have their default, or else are what the contract's factory
 * makes, so that a new field of the contract needs no line in the seeds.
 */
export function seedRow<Name extends TableName, Made extends object>(
  name: Name,
  make: () => Made,
  given: Given<Name, Made>,
): Rows[Name] {
  const { columns, initial } = TABLES[name];
  const row: Record<string, unknown> = { ...initial, ...given };
  const missing = columns.filter((column) => row[column] === undefined);
  if (missing.length > 0) {
    // The same for each row, whatever was made before.
    faker.seed(1);
    const made = make() as Readonly<Record<string, unknown>>;
    for (const column of missing) row[column] = made[column];
  }
  return row as Rows[Name];
}
