import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { DocumentError } from './document-error.ts';
import { jsonMembers, lineAt, offsetOfError } from './json-text.ts';
import { MAX_DEPTH } from './references.ts';

/** One parsed file of a contract. */
export interface ParsedFile {
  value: unknown;
  /** The line of the value at this path, or of the nearest place around it. */
  lineOf(path: readonly string[]): number;
}

/** More uses of one anchor than a person writes; nested aliases expand exponentially. */
const MAX_ALIASES = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Parses JSON or YAML.
 * @throws DocumentError with the line of the syntax error
 */
export function parseFile(label: string, content: string): ParsedFile {
  const text = content.replace(/^\ufeff/, '');
  if (text.trim() === '') throw new DocumentError(label, undefined, 'the file is empty.');
  if (text.length > MAX_BYTES)
    throw new DocumentError(label, undefined, 'the file is larger than 64 MB.');
  try {
    return /\.json$/i.test(label) || /^\s*\{/.test(text)
      ? parseJson(label, text)
      : parseYaml(label, text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DocumentError(label, undefined, 'nested too deeply.');
  }
}

function parseJson(label: string, text: string): ParsedFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // `{` can also begin YAML in flow style.
    if (!/\.json$/i.test(label)) return parseYaml(label, text);
    const reason = error instanceof Error ? error.message.replace(/ in JSON at .*$/s, '') : '';
    const line = lineAt(text, offsetOfError(text, error));
    throw new DocumentError(label, line, `invalid JSON: ${reason}.`);
  }
  for (const { path, depth, offset, isDuplicate } of jsonMembers(text)) {
    const fail = (message: string) => new DocumentError(label, lineAt(text, offset), message);
    if (isDuplicate) throw fail(`duplicate key “${path().at(-1)}”.`);
    if (depth > MAX_DEPTH) throw fail('nested too deeply.');
  }
  let lines: Map<string, number> | undefined;
  return {
    value,
    lineOf(path) {
      lines ??= linesOf(text);
      for (let depth = path.length; depth > 0; depth -= 1) {
        const line = lines.get(path.slice(0, depth).join('\0'));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}

/** The line of every member, computed on first use. */
function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  let counted = 0;
  for (const { path, offset } of jsonMembers(text)) {
    for (; counted < offset; counted += 1) if (text.charCodeAt(counted) === 10) line += 1;
    lines.set(path().join('\0'), line);
  }
  return lines;
}

function parseYaml(label: string, text: string): ParsedFile {
  const lines = new LineCounter();
  // The parser's own check for duplicate keys is quadratic.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    uniqueKeys: false,
  });
  const fail = (offset: number, message: string) =>
    new DocumentError(label, lines.linePos(offset).line, message);
  const [error] = document.errors;
  if (error) throw fail(error.pos[0], `invalid YAML: ${explain(error.code, error.message)}`);
  visit(document, {
    Map(_, map) {
      const names = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (names.has(key.value) && key.value !== '<<')
          throw fail(key.range?.[0] ?? 0, `duplicate key “${key.value}”.`);
        names.add(key.value);
      }
    },
  });
  const value = toValue(label, text, () => document.toJS({ maxAliasCount: MAX_ALIASES }));
  const offsetOf = (path: readonly string[]) => {
    let node = document.contents as Node | null | undefined;
    let offset = node?.range?.[0] ?? 0;
    for (const name of path) {
      if (isAlias(node)) node = node.resolve(document);
      const found = childOf(node, name, document);
      if (!found) break;
      node = found.node;
      offset = found.offset ?? offset;
    }
    return offset;
  };
  return { value, lineOf: (path) => lines.linePos(offsetOf(path)).line };
}

interface Child {
  node: Node | null | undefined;
  offset: number | undefined;
}

function childOf(
  node: Node | null | undefined,
  name: string,
  document: Document,
): Child | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(name)] as Node | undefined;
    return item && { node: item, offset: item.range?.[0] };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
  if (pair) return { node: pair.value as Node | null, offset: (pair.key as Node).range?.[0] };
  const merged = node.items.find(({ key }) => isScalar(key) && key.value === '<<')?.value as Node;
  return merged
    ? childOf(isAlias(merged) ? merged.resolve(document) : merged, name, document)
    : undefined;
}

function toValue(label: string, text: string, read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const line = lineAt(text, Math.max(0, text.search(/[:-]\s+[&*]\w/)));
    const message = /alias count/i.test(error.message)
      ? `aliases expand too far (over ${MAX_ALIASES} uses of one anchor). Use $ref instead.`
      : `${error.message}.`;
    throw new DocumentError(label, line, message);
  }
}

function explain(code: string, message: string): string {
  if (code === 'TAB_AS_INDENT') return 'a tab is used for indentation.';
  if (code === 'MULTIPLE_DOCS') return 'the file contains more than one document (`---`).';
  return message.endsWith('.') ? message : `${message}.`;
}
