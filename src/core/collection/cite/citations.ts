import { isObject } from '#core/json/is-object.ts';
import { escapePointer } from '#core/json/pointer.ts';
import type { OutputField, OutputFormat, RunCitation } from '#generated/model/index.ts';
import { type Claim, claimsIn } from './claims.ts';
import { readMarks } from './marks.ts';
import { type Comparable, stands, supportOf, toComparable } from './support.ts';

/** The approximate maximum number of citations per output. */
const CITATIONS_MAX = 500;

/** The number of words that identify the chunk in which a quotation begins, if it continues in the next one. */
const BEGINNING_WORDS = 5;

/** A passage that can be cited. Its number is its 1-based position in the list. */
export interface CitablePassage {
  /** Null for a file that is attached to a chat message. */
  collection_id: string | null;
  document_id: string;
  document_name: string;
  text: string;
  /** Its chunks, the best match first. */
  chunks: readonly { id: string | null; page: number | null; text: string }[];
}

/** An output whose citations were checked. */
export interface CheckedOutput<Output> {
  /** The output without citations of passages that don't exist. */
  output: Output;
  citations: RunCitation[];
}

/** Checks the citations of an output: each number must name a passage, and that passage must support the claim. */
export function checkCitations<Output extends string | Record<string, unknown>>(
  format: OutputFormat,
  output: Output,
  passages: readonly CitablePassage[],
): CheckedOutput<Output> {
  const citations: RunCitation[] = [];
  const prepared = new Map<number, CitedPassage>();
  const passageOf = (number: number): CitedPassage | undefined => {
    const passage = passages[number - 1];
    const known = prepared.get(number);
    if (!passage || known) return known;
    const made = { ...passage, number, compared: toComparable(passage.text) };
    prepared.set(number, made);
    return made;
  };
  const check = (text: string, pointer: string) => {
    const read = readMarks(text, passages.length);
    for (const claim of claimsIn(read.text, read.marks)) {
      if (citations.length >= CITATIONS_MAX) break;
      const cited = claim.numbers.flatMap((number) => passageOf(number) ?? []);
      citations.push(...citationsOf(claim, pointer, cited));
    }
    return read.text;
  };
  const checked =
    typeof output === 'string'
      ? check(output, '')
      : checkObject(format.fields ?? [], output, '', check);
  return { output: checked as Output, citations };
}

type Check = (text: string, pointer: string) => string;

function checkObject(
  fields: readonly OutputField[],
  value: Record<string, unknown>,
  at: string,
  check: Check,
): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, one]) => {
    const field = fields.find((known) => known.name === name);
    const pointer = `${at}/${escapePointer(name)}`;
    return [name, field ? checkValue(field, one, pointer, check) : one];
  });
  return Object.fromEntries(entries);
}

function checkValue(field: OutputField, value: unknown, at: string, check: Check): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => checkValue(field, item, `${at}/${index}`, check));
  if (field.type === 'text' && typeof value === 'string') return check(value, at);
  if (field.type === 'object' && isObject(value))
    return checkObject(field.fields ?? [], value, at, check);
  return value;
}

interface CitedPassage extends CitablePassage {
  number: number;
  compared: Comparable;
}

function citationsOf(
  { start, end, text, isCut }: Claim,
  pointer: string,
  cited: readonly CitedPassage[],
): RunCitation[] {
  const all = cited.map(({ compared }) => compared);
  const found = cited.map((passage): RunCitation => {
    const { number, collection_id, document_id, document_name } = passage;
    const { quote, supported } = supportOf(text, passage.compared, all);
    const chunk = chunkOf(passage, quote);
    return {
      pointer,
      start,
      end,
      number,
      collection_id,
      document_id,
      document_name,
      chunk_id: chunk?.id ?? null,
      page: chunk?.page ?? null,
      quote,
      supported,
    };
  });
  return isCut ? [...found, { pointer, start, end, ...NOTHING }] : found;
}

const NOTHING = {
  number: null,
  collection_id: null,
  document_id: null,
  document_name: null,
  chunk_id: null,
  page: null,
  quote: null,
  supported: false,
};

/**
 * The chunk that contains the quotation, or at least its beginning. In a joined passage, it may be on another page than
 * the first chunk.
 */
function chunkOf({ chunks }: CitablePassage, quote: string | null) {
  const [first] = chunks;
  if (quote === null || chunks.length === 1) return first;
  const beginning = quote.split(/\s+/, BEGINNING_WORDS).join(' ');
  const containing = (part: string) => chunks.find(({ text }) => stands(part, text));
  return containing(quote) ?? containing(beginning) ?? first;
}
