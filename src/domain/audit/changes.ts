import { isObject } from '#core/json/is-object.ts';
import { sorted } from '#core/json/sorted.ts';
import type { AuditChange, AuditValue } from '#generated/model/index.ts';

/** What the log keeps of a column: its values, or only that it changed. */
export type Kept = 'shown' | 'hidden';
type Row = Readonly<Record<string, unknown>>;

/** The longest text that is kept of a value. */
const TEXT_MAX = 300;
const ITEMS_MAX = 20;
const ITEM_MAX = 100;
/** How many changed fields an entry names; the others are one entry named `*`. */
export const FIELDS_MAX = 40;
/** How deep the fields of objects are compared one by one. */
const DEPTH = 2;

/** The fields that differ between two versions of a row; absent before it was created and after it was deleted. */
export function changesOf(
  columns: Readonly<Record<string, Kept>>,
  before: Row | undefined,
  after: Row | undefined,
): AuditChange[] {
  const found = Object.entries(columns).flatMap(([column, how]) =>
    compare(column, how, before?.[column], after?.[column], DEPTH),
  );
  if (found.length <= FIELDS_MAX) return found;
  return [...found.slice(0, FIELDS_MAX - 1), hidden('*')];
}

function compare(
  field: string,
  how: Kept,
  before: unknown,
  after: unknown,
  depth: number,
): AuditChange[] {
  if (textOf(before) === textOf(after)) return [];
  if (how === 'hidden') return [hidden(field)];
  if (depth > 0 && [before, after].every((value) => isEmpty(value) || isObject(value))) {
    const [from, to] = [before ?? {}, after ?? {}] as [Row, Row];
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].slice(0, FIELDS_MAX);
    return names.flatMap((name) =>
      compare(
        `${field}.${name}`.slice(0, ITEM_MAX),
        how,
        own(from, name),
        own(to, name),
        depth - 1,
      ),
    );
  }
  return [{ field, before: kept(before), after: kept(after), is_hidden: false }];
}

/** Not what objects inherit: people may call an environment `constructor`. */
function own(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

function hidden(field: string): AuditChange {
  return { field, before: null, after: null, is_hidden: true };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Equal values have the same text. */
function textOf(value: unknown): string {
  return JSON.stringify(sorted(value ?? null));
}

function kept(value: unknown): AuditValue {
  if (isEmpty(value)) return null;
  if (typeof value === 'string') return cut(value, TEXT_MAX);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value)) return cut(JSON.stringify(value), TEXT_MAX);
  const items = value.slice(0, ITEMS_MAX).map((item) => cut(asText(item), ITEM_MAX));
  return value.length > ITEMS_MAX ? [...items, `… ${value.length - ITEMS_MAX} more`] : items;
}

function asText(item: unknown): string {
  return typeof item === 'string' ? item : JSON.stringify(item);
}

/** Cuts between characters, never through a pair of surrogates. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text[max - 2] ?? '');
  return `${text.slice(0, isSplit ? max - 2 : max - 1)}…`;
}
