import type { ChatMessage } from '#generated/model/index.ts';
import { CodeReader } from '../collection/cite/code-reader.ts';
import { readMarks } from '../collection/cite/marks.ts';
import { isObject } from '../json/is-object.ts';

/** Characters that mean something in Markdown within a line. */
const SPECIAL = /[\\`*_[\]<>#|~&!]/g;
/**
 * What reaches beyond the quotation that it is in: HTML, and definitions of links and footnotes, which apply to the whole
 * file.
 */
const FAR_REACHING = /<|^[ \t>*+\-\d.)]*\[(?=[^\]\n]+\]:)/gm;
const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** The beginning of a chat as Markdown. */
export function markdownHead(chat: { title: string; created_at: string }): string {
  return `# ${inLine(chat.title || 'Chat')}\n\n${timeOf(chat.created_at)}\n`;
}

/**
 * A message as Markdown. Its text is quoted, so that nothing in it can pass for another message or end in the middle of
 * the file.
 */
export function markdownMessage(message: ChatMessage): string {
  const { role, author, created_at, inputs, output, error, status } = message;
  const { text, footnotes } = withFootnotes(message);
  const name = author.name || (role === 'user' ? 'User' : 'Answer');
  const parts = [
    `## ${inLine(name)}\n\n*${timeOf(created_at)}*`,
    inputs && fenced(inputs),
    text.trim() !== '' && !isObject(output) && quoted(text),
    isObject(output) && fenced(output),
    message.attachments.length > 0 &&
      message.attachments.map((file) => `- ${inLine(file.name)}`).join('\n'),
    error && `**Failed:** ${inLine(error.message)}`,
    status === 'cancelled' && '**Stopped**',
    footnotes.join('\n'),
  ];
  return `\n${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Numbers of passages become footnotes, which are numbered within their message. */
function withFootnotes({ text, position, sources, citations }: ChatMessage) {
  if (sources.length === 0) return { text, footnotes: [] };
  const labelOf = (number: number) => `[^${position}-${number}]`;
  const known = new Set(sources.map(({ number }) => number));
  const read = readMarks(text, Math.max(...known));
  let shown = '';
  let end = 0;
  for (const mark of read.marks) {
    const labels = mark.numbers.filter((number) => known.has(number)).map(labelOf);
    shown += read.text.slice(end, mark.start) + labels.join('');
    end = mark.end;
  }
  shown += read.text.slice(end);
  const footnotes = sources.map(({ number, document_name, page }) => {
    const place = page === null ? '' : `, page ${page}`;
    const cited = citations.find((citation) => citation.number === number && citation.quote);
    const quote = cited?.quote ? `: “${inLine(cited.quote)}”` : '';
    return `${labelOf(number)}: ${inLine(document_name)}${place}${quote}`;
  });
  return { text: shown, footnotes };
}

function quoted(text: string): string {
  const lines = escaped(text.trim().replace(/\r\n?/g, '\n')).split('\n');
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}

/** Code is left as it is. */
function escaped(text: string): string {
  const inCode: boolean[] = [];
  const reader = new CodeReader((_char, _raw, isCode) => inCode.push(isCode));
  for (let at = 0; at < text.length; at += 1) reader.next(text.charAt(at), '');
  reader.end();
  return text.replace(FAR_REACHING, (found, offset: number) => {
    const last = found.length - 1;
    return inCode[offset + last] ? found : `${found.slice(0, last)}\\${found.slice(last)}`;
  });
}

/** JSON has no line breaks within its strings, so nothing in it can close the fence. */
function fenced(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function inLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(SPECIAL, '\\$&');
}

/** `20 Nov 2026, 09:00 UTC`. */
function timeOf(at: string): string {
  return `${TIME.format(new Date(at))} UTC`;
}
