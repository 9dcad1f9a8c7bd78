import { isObject } from '#core/json/is-object.ts';
import { accepts } from '../../diff/schema/evaluate.ts';
import { canonical } from '../../diff/types.ts';
import { type Call, keyOf, withValue } from '../call.ts';
import { listIn } from '../links.ts';
import type { ApiParameter } from '../model.ts';
import type { Session } from '../session.ts';
import type { Base } from '../world.ts';

const LIMIT = /^(page_?)?limit$|^page_?size$|^per_?page$|^max_?results$/i;
/** Counts as a page limit only next to a position parameter: sizes and counts are also properties of resources. */
const PERHAPS_LIMIT = /^(size|count|first)$/i;
const CURSOR = /cursor|page_?token|next_?token|^after$|continuation/i;
const NEXT = /next|cursor|continuation/i;
const OFFSET = /^(offset|skip)$/i;
const PAGE = /^page(_?number|_?no)?$/i;
const MOST_PAGES = 12;

/** Checks that a list respects its limit and that its pages form one list: nothing twice, nothing left out. */
export async function checkPaging(session: Session, { call }: Base): Promise<void> {
  const find = (names: RegExp) =>
    call.operation.parameters.find(({ place, name }) => place === 'query' && names.test(name));
  const hasPlace = find(CURSOR) ?? find(OFFSET) ?? find(PAGE);
  const limit = find(LIMIT) ?? (hasPlace && find(PERHAPS_LIMIT));
  if (!limit) return;
  const pages: Pages = { session, limit, call: withoutPlace(call, [CURSOR, OFFSET, PAGE]) };
  const [one, two] = [await page(pages, 1), await page(pages, 2)];
  if (!one || !two || two.items.length < 2 || one.items.length !== 1) return;
  // Writes in the meantime change lists: only what stays the same is judged.
  if (canonical(one.items[0]) !== canonical(two.items[0])) return;
  const cursor = find(CURSOR);
  const number = find(OFFSET) ?? find(PAGE);
  if (cursor) await checkCursor(pages, cursor, two);
  else if (number) await checkNumbered(pages, number, two);
}

interface Pages {
  session: Session;
  call: Call;
  limit: ApiParameter;
}

interface Page {
  items: unknown[];
  body: unknown;
  /** Reports a defect of this page. */
  report(message: string, cause: string): void;
}

async function page({ session, call, limit }: Pages, size: number, more?: [ApiParameter, unknown]) {
  if (!accepts(limit.node, size)) return undefined;
  const sized = withValue(call, keyOf(limit), size);
  const asked = more ? withValue(sized, keyOf(more[0]), more[1]) : sized;
  const { isSuccess, body, report } = await session.exchange(asked);
  const items = listIn(body);
  if (!isSuccess || !items) return undefined;
  const found: Page = {
    items,
    body,
    report: (message, cause) => report('pagination', message, cause),
  };
  if (items.length > size)
    found.report(`returns ${items.length} items although ${limit.name} is ${size}`, 'limit');
  return found;
}

async function checkCursor(pages: Pages, cursor: ApiParameter, two: Page): Promise<void> {
  const seen: string[] = [];
  const cursors = new Set<unknown>();
  let next: unknown;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const found = await page(pages, 1, next === undefined ? undefined : [cursor, next]);
    if (!found) return;
    const { body, report } = found;
    const [item] = found.items;
    const text = identity(item);
    if (item !== undefined && text !== undefined && seen.includes(text))
      return report('the next page repeats an item of an earlier one', 'pages');
    if (item !== undefined && count === 1 && text !== identity(two.items[1]))
      return report('the second page of one item is not the second item of a page of two', 'pages');
    if (text !== undefined) seen.push(text);
    next = cursorIn(body, cursor.name);
    if (count === 0 && next === undefined && saysMore(body))
      return report('says that there is more, but not how to get it', 'cursor');
    if (count === 0 && next === undefined && hasCursor(body))
      return report('ends after one item of two, without a cursor to the next page', 'cursor');
    if (next === undefined) return;
    if (cursors.has(next))
      return report('returns the same cursor again, so the pages never end', 'cursor');
    cursors.add(next);
  }
}

/** The second offset, or the second page, must be the second item. */
async function checkNumbered(pages: Pages, parameter: ApiParameter, two: Page): Promise<void> {
  const isOffset = OFFSET.test(parameter.name);
  const first = await page(pages, 1, [parameter, 1]);
  // Pages are counted from 1 or from 0.
  const isFromOne = !isOffset && identity(first?.items[0]) === identity(two.items[0]);
  const found = isFromOne ? await page(pages, 1, [parameter, 2]) : first;
  if (!found) return;
  const again = await page(pages, 2);
  if (!again || canonical(again.items) !== canonical(two.items)) return;
  if (identity(found.items[0]) === identity(two.items[1])) return;
  const query = `${parameter.name}=${isFromOne ? 2 : 1}`;
  found.report(`${query} does not return the second item of the list`, 'pages');
}

/** The cursor to the next page, wherever the response has it. */
function cursorIn(body: unknown, name: string): unknown {
  const entries = entriesOf(body).filter(([, value]) => isToken(value));
  const found =
    entries.find(([key]) => /next/i.test(key) && /cursor|token/i.test(key)) ??
    entries.find(([key]) => key === name) ??
    entries.find(([key]) => /^next$/i.test(key)) ??
    entries.find(([key]) => NEXT.test(key) && !/prev/i.test(key));
  const [, value] = found ?? [];
  if (typeof value !== 'string' || !/^(https?:|\/|\?)/.test(value)) return value;
  const url = URL.canParse(value, 'http://x') ? new URL(value, 'http://x') : undefined;
  return url?.searchParams.get(name) ?? undefined;
}

function hasCursor(body: unknown): boolean {
  return entriesOf(body).some(([key]) => /next/i.test(key));
}

function saysMore(body: unknown): boolean {
  return entriesOf(body).some(([key, value]) => /has_?(next|more)/i.test(key) && value === true);
}

function entriesOf(body: unknown): [string, unknown][] {
  if (!isObject(body)) return [];
  return [body, ...Object.values(body).filter(isObject)].flatMap((one) => Object.entries(one));
}

function isToken(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function identity(item: unknown): string | undefined {
  if (item === undefined) return undefined;
  return isObject(item) && item.id !== undefined ? String(item.id) : canonical(item);
}

function withoutPlace(call: Call, names: RegExp[]): Call {
  const values = [...call.values].filter(
    ([key]) => !key.startsWith('query ') || !names.some((one) => one.test(key.slice(6))),
  );
  return { ...call, values: new Map(values) };
}
