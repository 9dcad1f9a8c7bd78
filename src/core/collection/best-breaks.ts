import { isSameSection, type Unit } from './units.ts';

/** A chunk: the units from `from` up to `end`. Those before `begin` are the overlap with the previous chunk. */
interface Part {
  from: number;
  begin: number;
  end: number;
}

/** The cost of separating a heading from the text below it. */
const AFTER_HEADING = 10;
/** The cost of a section that begins in the middle of a chunk. */
const SECTION_WITHIN = 0.15;

/**
 * Divides units into chunks of at most `size` tokens with the least total cost (dynamic programming). Each break has a
 * cost, and so has the unused space of each chunk. That cost grows faster than the space, so that chunks become even
 * and no tiny one is left over at the end.
 */
export function bestBreaks(units: readonly Unit[], size: number, overlap: number): Part[] {
  const count = units.length;
  const tokensUpTo = new Float64Array(count + 1);
  const sectionsUpTo = new Uint32Array(count + 1);
  units.forEach((unit, index) => {
    const isSection = unit.isHeading && units[index - 1]?.isHeading !== true;
    tokensUpTo[index + 1] = (tokensUpTo[index] ?? 0) + unit.gap + unit.tokens;
    sectionsUpTo[index + 1] = (sectionsUpTo[index] ?? 0) + (isSection ? 1 : 0);
  });
  const tokens = (from: number, to: number) =>
    (tokensUpTo[to] ?? 0) - (tokensUpTo[from] ?? 0) - (units[from]?.gap ?? 0);
  /** For each prefix of the units: the least cost, and where its last chunk begins. */
  const cost = new Float64Array(count + 1).fill(Infinity);
  const begins = new Uint32Array(count + 1);
  const repeated = new Uint32Array(count + 1);
  cost[0] = 0;
  for (let begin = 0; begin < count; begin += 1) {
    const from = begin - repeatedUnits(units, begin, size, overlap);
    repeated[begin] = begin - from;
    const base = (cost[begin] ?? 0) + breakCost(units, begin);
    for (let end = begin + 1; end <= count; end += 1) {
      const filled = tokens(from, end) / size;
      if (filled > 1 && end > begin + 1) break;
      const sections = (sectionsUpTo[end] ?? 0) - (sectionsUpTo[begin + 1] ?? 0);
      const total = base + Math.max(0, 1 - filled) ** 2 + sections * SECTION_WITHIN;
      if (total < (cost[end] ?? 0)) {
        cost[end] = total;
        begins[end] = begin;
      }
    }
  }
  const parts: Part[] = [];
  for (let end = count; end > 0; ) {
    const begin = begins[end] ?? 0;
    parts.push({ from: begin - (repeated[begin] ?? 0), begin, end });
    end = begin;
  }
  return parts.reverse();
}

function breakCost(units: readonly Unit[], begin: number): number {
  if (begin === 0) return 0;
  const isAfterHeading = units[begin - 1]?.isHeading === true;
  return isAfterHeading ? AFTER_HEADING : (units[begin]?.cost ?? 0);
}

/**
 * The number of whole sentences before `begin` that a chunk starting there repeats as overlap, all from its section.
 */
function repeatedUnits(
  units: readonly Unit[],
  begin: number,
  size: number,
  overlap: number,
): number {
  const first = units[begin];
  if (first === undefined || first.isHeading) return 0;
  let room = Math.min(overlap, size - first.gap - first.tokens);
  let count = 0;
  for (let at = begin - 1; at >= 0; at -= 1) {
    const unit = units[at];
    const canRepeat =
      unit?.isSentence &&
      !unit.isHeading &&
      unit.gap + unit.tokens <= room &&
      isSameSection(unit, first);
    if (!canRepeat) break;
    room -= unit.gap + unit.tokens;
    count += 1;
  }
  return count;
}
