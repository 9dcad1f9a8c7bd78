import { Fragment, memo, type ReactNode } from 'react';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import type { DocumentBlock as Block, DocumentWarning } from '#generated/model/index.ts';
import classes from './document.module.css';
import { type Inline, parseInline } from './inline/inline-markdown.ts';
import { overlaps, partsOf, type Range } from './place.ts';
import { Warnings } from './warnings.tsx';

interface DocumentBlockProps {
  block: Block;
  /** Whether its text is Markdown. */
  isMarkdown: boolean;
  place: ItemPlace;
  /** `Page 3`, where a page begins. */
  separator: string | null;
  /** The extraction warnings of this page. */
  warnings: readonly DocumentWarning[];
  /** The selected chunk, and the hovered one. */
  active: Range | null;
  hovered: Range | null;
  onHover: (block: Block | null) => void;
  onSelect: (block: Block) => void;
}

/** A block of a document's text. */
export const DocumentBlock = memo(function DocumentBlock(props: DocumentBlockProps) {
  const { block, isMarkdown, place, separator, warnings, active, hovered } = props;
  const { ref, ...rest } = place;
  return (
    <li
      {...rest}
      ref={ref}
      className={classes.item}
      data-offset={block.start}
      data-active={(active && overlaps(block, active)) || undefined}
      data-hovered={(hovered && overlaps(block, hovered)) || undefined}
    >
      {separator && <h2 className={classes.separator}>{separator}</h2>}
      <Warnings warnings={warnings} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chunk buttons do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div
        className={classes.block}
        onPointerEnter={() => props.onHover(block)}
        onPointerLeave={() => props.onHover(null)}
        onClick={() => props.onSelect(block)}
      >
        <Content block={block} isMarkdown={isMarkdown} active={active} />
      </div>
    </li>
  );
});

type ContentProps = Pick<DocumentBlockProps, 'block' | 'isMarkdown' | 'active'>;

function Content({ block, isMarkdown, active }: ContentProps): ReactNode {
  const { kind, text, level, start } = block;
  if (kind === 'heading') {
    // Below the page's own heading.
    const Heading = `h${Math.min(6, (level ?? 1) + 1)}` as 'h2';
    return (
      <Heading className={classes.heading} data-level={level}>
        <InlineText text={headingText(text)} isMarkdown={isMarkdown} />
      </Heading>
    );
  }
  if (kind === 'table') return <Table text={text} isMarkdown={isMarkdown} />;
  if (kind === 'code') return <pre className={classes.code}>{codeText(text)}</pre>;
  const inline = { active, isMarkdown };
  const item = kind === 'list' ? listItem(text) : null;
  if (item)
    return (
      <p className={classes.listItem}>
        <span className={classes.bullet}>{item.marker}</span>
        <span>
          <InlineText text={item.text} start={start + item.offset} {...inline} />
        </span>
      </p>
    );
  if (isMarkdown && isRule(text)) return <hr className={classes.rule} />;
  return (
    <p className={classes.paragraph}>
      <InlineText text={text} start={start} {...inline} />
    </p>
  );
}

function Table({ text, isMarkdown }: { text: string; isMarkdown: boolean }) {
  const rows = tableRows(text);
  if (rows) {
    const [head = [], ...body] = rows;
    return (
      <div className={classes.tableBox}>
        <table className={classes.table}>
          <thead>
            <tr>
              {head.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id and never move
                <th key={at} scope="col">
                  <InlineText text={cell} isMarkdown={isMarkdown} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never move
              <tr key={row}>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <td key={at}>
                    <InlineText text={cell} isMarkdown={isMarkdown} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  const fields = recordFields(text);
  if (!fields) return <pre className={classes.code}>{text}</pre>;
  return (
    <dl className={classes.record}>
      {fields.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface InlineTextProps {
  text: string;
  /** Its offset in the document. */
  start?: number;
  /** The highlighted range. */
  active?: Range | null;
  /** Whether it is the source of Markdown. */
  isMarkdown: boolean;
}

/** A text of a document with inline Markdown rendered and the active passage highlighted. */
const InlineText = memo(function InlineText(props: InlineTextProps) {
  const { text, start = 0, active = null, isMarkdown } = props;
  const parts: Inline[] = isMarkdown ? parseInline(text, start) : [{ kind: 'text', start, text }];
  return <Parts parts={parts} active={active} />;
});

function Parts({ parts, active }: { parts: readonly Inline[]; active: Range | null }) {
  return parts.map((part) => <Fragment key={part.start}>{toElement(part, active)}</Fragment>);
}

function toElement(part: Inline, active: Range | null): ReactNode {
  if (part.kind === 'text') return highlighted(part.text, part.start, active);
  if (part.kind === 'code')
    return <code className={classes.inlineCode}>{highlighted(part.text, part.start, active)}</code>;
  const inner = <Parts parts={part.children} active={active} />;
  if (part.kind === 'link')
    return part.href === null ? (
      inner
    ) : (
      <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {inner}
      </a>
    );
  const Element = part.kind;
  return <Element>{inner}</Element>;
}

function highlighted(text: string, start: number, active: Range | null): ReactNode {
  const { before, within, after } = partsOf({ text, start, end: start + text.length }, active);
  if (!within) return text;
  return (
    <>
      {before}
      <mark className={classes.mark}>{within}</mark>
      {after}
    </>
  );
}

/** A Markdown table as rows of cells; null if the text isn't a table. */
export function tableRows(text: string): string[][] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isTable = lines.length >= 2 && lines.every((line) => line.trimStart().startsWith('|'));
  if (!isTable) return null;
  const rows = lines.map(cellsOf);
  return rows.filter((cells, row) => row !== 1 || !cells.every((cell) => /^:?-+:?$/.test(cell)));
}

/** Lines such as `Price: 99 euros` as names and values; null if the text has other lines. */
export function recordFields(text: string): { name: string; value: string }[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fields = lines.map((line) => /^([^:]{1,80}): (.*)$/.exec(line));
  if (fields.length === 0 || fields.some((field) => field === null)) return null;
  return fields.map((field) => ({ name: field?.[1] ?? '', value: field?.[2] ?? '' }));
}

/** The text of a heading without its Markdown marks. */
export function headingText(text: string): string {
  return text.replace(/^#{1,6}\s+/, '').replace(/\s+#+$/, '');
}

/** Code without its fence. */
export function codeText(text: string): string {
  return text.replace(/^(```|~~~)[^\n]*\n/, '').replace(/\n?(```|~~~)\s*$/, '');
}

/** Splits a list item into its number or bullet and the text after it, at `offset`; null if it isn't a list item. */
export function listItem(text: string): { marker: string; text: string; offset: number } | null {
  const [all, marker] = /^\s*([-*+•]|\d{1,9}[.)])[ \t]+/.exec(text) ?? [];
  if (all === undefined || marker === undefined) return null;
  return {
    marker: /\d/.test(marker) ? marker : '•',
    text: text.slice(all.length),
    offset: all.length,
  };
}

/** Whether a line of Markdown is a horizontal rule. */
export function isRule(text: string): boolean {
  return /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(text);
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
