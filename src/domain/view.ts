import { FIELDS, type Views } from '#generated/views/views.ts';
import { etagOf } from './version.ts';

/** What views take from a row besides its columns: a person from `x_id` and `x_name`, and the ETag from `version`. */
type Derived<Row, Field> = Field extends 'etag'
  ? Row extends { version: number }
    ? string
    : never
  : Field extends string
    ? Row extends Record<`${Field}_id`, infer Id> & Record<`${Field}_name`, infer Name>
      ? { id: Id; name: Name }
      : never
    : never;
type Taken<Row, Field> = Field extends keyof Row ? Row[Field] : Derived<Row, Field>;

/** The fields that a row can't give. */
type Missing<View, Row> = {
  [Field in keyof View as [Taken<Row, Field>] extends [never]
    ? Field
    : Taken<Row, Field> extends View[Field]
      ? never
      : Field]: View[Field];
};

/**
 * A row as the API returns it: the fields of the contract, in its order, and no others, so that no column is shown
 * because somebody forgot to leave it out.
 * @param rest the fields that the row doesn't have, or that are shown differently
 */
export function asView<Name extends keyof Views, Row extends object>(
  name: Name,
  row: Row,
  ...[rest]: Record<never, never> extends Missing<Views[Name], Row>
    ? [rest?: Partial<Views[Name]>]
    : [rest: Missing<Views[Name], Row> & Partial<Views[Name]>]
): Views[Name] {
  const given = (rest ?? {}) as Record<string, unknown>;
  const found: Record<string, unknown> = {};
  for (const field of FIELDS[name] as readonly string[]) {
    const value = field in given ? given[field] : columnOf(row as Record<string, unknown>, field);
    if (value !== undefined) found[field] = value;
  }
  return found as unknown as Views[Name];
}

function columnOf(row: Record<string, unknown>, field: string): unknown {
  if (field in row) return row[field];
  if (field === 'etag') return 'version' in row ? etagOf(row as { version: number }) : undefined;
  const [id, name] = [row[`${field}_id`], row[`${field}_name`]];
  return id === undefined || name === undefined ? undefined : { id, name };
}
