import { oneLine } from '#core/extract/text/clean-text.ts';
import { isObject } from '../json/is-object.ts';

/** A block of Notion's API with its children. */
export interface NotionBlock {
  type: string;
  /** The type's own content: `block.paragraph`, `block.heading_1`. */
  content: Readonly<Record<string, unknown>>;
  children: NotionBlock[];
}

/** Writes blocks as Markdown. Types without text are left out. */
export function blocksToMarkdown(blocks: readonly NotionBlock[]): string {
  let text = '';
  let before: NotionBlock | undefined;
  let number = 0;
  for (const block of blocks) {
    number = block.type === 'numbered_list_item' ? number + 1 : 0;
    const part = toMarkdown(block, number);
    if (!part) continue;
    const isSameList = before?.type === block.type && isListItem(block);
    text += `${before ? (isSameList ? '\n' : '\n\n') : ''}${part}`;
    before = block;
  }
  return text;
}

function isListItem({ type }: NotionBlock): boolean {
  return ['bulleted_list_item', 'numbered_list_item', 'to_do'].includes(type);
}

function toMarkdown(block: NotionBlock, number: number): string {
  const { type, content, children } = block;
  const text = richText(content.rich_text);
  switch (type) {
    case 'heading_1':
    case 'heading_2':
    case 'heading_3':
    case 'heading_4':
      return withChildren(text && `${'#'.repeat(Number(type.at(-1)))} ${oneLine(text)}`, children);
    case 'bulleted_list_item':
      return listItem('-', text, children);
    case 'numbered_list_item':
      return listItem(`${number}.`, text, children);
    case 'to_do':
      return listItem(content.checked === true ? '- [x]' : '- [ ]', text, children);
    case 'quote':
    case 'callout':
      return withChildren(text, children).replace(/^/gm, '> ');
    case 'code':
      return fenced(plainText(content.rich_text), String(content.language ?? ''));
    case 'equation':
      return `$$\n${String(content.expression ?? '')}\n$$`;
    case 'divider':
      return '---';
    case 'table':
      return table(children, content.has_column_header === true);
    case 'child_page':
    case 'child_database':
      return String(content.title ?? '');
    case 'bookmark':
    case 'embed':
    case 'link_preview':
      return link(richText(content.caption) || String(content.url ?? ''), content.url);
    case 'image':
    case 'file':
    case 'pdf':
    case 'video':
    case 'audio':
      // Their URLs expire within an hour.
      return richText(content.caption) || String(content.name ?? '');
    default:
      return withChildren(text.replace(/^(#{1,6} )/gm, '\\$1'), children);
  }
}

function withChildren(text: string, children: readonly NotionBlock[]): string {
  return [text, blocksToMarkdown(children)].filter(Boolean).join('\n\n');
}

function listItem(mark: string, text: string, children: readonly NotionBlock[]): string {
  const lines = [text, blocksToMarkdown(children)].filter(Boolean).join('\n');
  const indent = ' '.repeat(mark.startsWith('-') ? 2 : mark.length + 1);
  return `${mark} ${lines.replace(/\n(?=.)/g, `\n${indent}`)}`;
}

function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const name = language === 'plain text' ? '' : language;
  return `${fence}${name}\n${code}\n${fence}`;
}

function table(rows: readonly NotionBlock[], hasHeader: boolean): string {
  const cells = rows.map(({ content }) => {
    const row = Array.isArray(content.cells) ? content.cells : [];
    return row.map((cell) => oneLine(richText(cell)).replaceAll('|', '\\|'));
  });
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (width === 0) return '';
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
  const [header = [], ...body] = hasHeader ? cells : [[], ...cells];
  const rule = line(Array.from({ length: width }, () => '---'));
  return [line(header), rule, ...body.map(line)].join('\n');
}

/** Text with bold, italic, strikethrough and code spans, and links. */
export function richText(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value.filter(isObject).map(richPart).join('');
}

function richPart({ plain_text: plain, annotations, href }: Record<string, unknown>): string {
  const text = typeof plain === 'string' ? plain : '';
  // In Markdown, white space must be outside the marks.
  const [, start = '', core = '', end = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  if (core === '') return text;
  const { bold, italic, strikethrough, code } = isObject(annotations) ? annotations : {};
  let marked = code === true ? `\`${core}\`` : core;
  if (strikethrough === true) marked = `~~${marked}~~`;
  if (italic === true) marked = `*${marked}*`;
  if (bold === true) marked = `**${marked}**`;
  return start + link(marked, href) + end;
}

function link(text: string, href: unknown): string {
  const isWeb = typeof href === 'string' && /^https?:\/\/[^\s()]+$/.test(href);
  return isWeb && text !== href ? `[${text}](${href})` : text;
}

/** Text without any marks. */
export function plainText(value: unknown): string {
  if (!Array.isArray(value)) return '';
  const parts = value.map((part) => (isObject(part) ? part.plain_text : ''));
  return parts.filter((part) => typeof part === 'string').join('');
}

/** Writes the properties of a database row as a list, without its title. */
export function propertiesToMarkdown(properties: unknown): string {
  if (!isObject(properties)) return '';
  const lines = Object.entries(properties).flatMap(([name, property]) => {
    const value = isObject(property) ? oneLine(propertyText(property)) : '';
    return value && isObject(property) && property.type !== 'title'
      ? `- ${oneLine(name)}: ${value}`
      : [];
  });
  return lines.join('\n');
}

function propertyText({ type, ...rest }: Record<string, unknown>): string {
  const value = rest[String(type)];
  if (type === 'rich_text' || type === 'title') return plainText(value);
  if (type === 'checkbox') return value === true ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    return value
      .map((one) => (isObject(one) ? String(one.name ?? one.plain_text ?? '') : ''))
      .filter(Boolean)
      .join(', ');
  }
  if (!isObject(value)) return '';
  if (type === 'date') return [value.start, value.end].filter(Boolean).join(' to ');
  if (type === 'formula') return propertyText(value);
  return typeof value.name === 'string' ? value.name : '';
}
