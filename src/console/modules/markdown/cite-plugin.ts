import type { RunCitation } from '#generated/model/index.ts';

/** A node of the Markdown tree, as far as it is needed here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
  data?: { hName: string; hProperties: Record<string, unknown> };
}

/** Elements that Markdown never produces without HTML, so that they can stand for ours. */
export const CITE = 'data';
export const UNSUPPORTED = 'ins';

/** Punctuation alone isn't underlined. */
const WORD = /[\p{L}\p{N}]/u;
const MARK = /\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]/g;

/**
 * Turns citations such as `[1, 2]` into elements, and marks the claims that no passage supports. Code and links are left
 * alone.
 * @param citations those of the text, with offsets into it; empty while it is being written
 */
export function citePlugin({
  source,
  citations,
}: {
  source: string;
  citations: readonly RunCitation[];
}) {
  const claims = citations.filter(({ supported, end, start }) => !supported && end > start);

  function replaced(node: Node): Node[] {
    const { value = '' } = node;
    const offset = node.position?.start.offset ?? -1;
    // Where the text has escapes, its offsets don't fit.
    const isExact = offset >= 0 && source.slice(offset, offset + value.length) === value;
    const parts: Node[] = [];
    let done = 0;
    const addText = (end: number) => {
      if (end > done)
        parts.push(...withClaims(value.slice(done, end), isExact ? offset + done : -1));
      done = end;
    };
    for (const match of value.matchAll(MARK)) {
      // A number belongs to what is before it, without the space that models write.
      addText(match.index - (/\s+$/.exec(value.slice(done, match.index))?.[0].length ?? 0));
      const numbers = (match[1] ?? '').split(/[,;]/).map(Number);
      const at = isExact ? offset + match.index : -1;
      parts.push(element(CITE, { numbers: numbers.join(','), at: String(at) }, []));
      done = match.index + match[0].length;
    }
    addText(value.length);
    return parts;
  }

  function withClaims(text: string, offset: number): Node[] {
    if (offset < 0 || claims.length === 0) return [plain(text)];
    const edges = new Set([0, text.length]);
    for (const { start, end } of claims)
      for (const edge of [start - offset, end - offset])
        if (edge > 0 && edge < text.length) edges.add(edge);
    const sorted = [...edges].sort((a, b) => a - b);
    return sorted.slice(1).map((end, index) => {
      const start = sorted[index] ?? 0;
      const part = plain(text.slice(start, end));
      const isClaim = claims.some((one) => one.start <= offset + start && one.end >= offset + end);
      return isClaim && WORD.test(part.value ?? '') ? element(UNSUPPORTED, {}, [part]) : part;
    });
  }

  function walk(node: Node): void {
    if (!node.children || node.type === 'link' || node.type === 'linkReference') return;
    node.children = node.children.flatMap((child) => {
      if (child.type === 'text') return replaced(child);
      walk(child);
      return [child];
    });
  }
  return (tree: Node) => walk(tree);
}

function plain(value: string): Node {
  return { type: 'text', value };
}

function element(hName: string, hProperties: Record<string, unknown>, children: Node[]): Node {
  return { type: 'cited', children, data: { hName, hProperties } };
}
