import { memo, type ReactNode } from 'react';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import type { DocumentBlock as Block, DocumentWarning } from '#generated/model/index.ts';
import { codeText, headingText, recordFields, tableRows } from './block-content.ts';
import classes from './document.module.css';
import { overlaps, partsOf } from './place.ts';

export type Range = { start: number; end: number };

interface DocumentBlockProps {
  block: Block;
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
  const { block, place, separator, warnings, active, hovered } = props;
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
      {warnings.map(({ message }) => (
        <p key={message} className={classes.warning} role="note">
          {message}
        </p>
      ))}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chunk buttons do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div
        className={classes.block}
        onPointerEnter={() => props.onHover(block)}
        onPointerLeave={() => props.onHover(null)}
        onClick={() => props.onSelect(block)}
      >
        <Content block={block} active={active} />
      </div>
    </li>
  );
});

function Content({ block, active }: { block: Block; active: Range | null }): ReactNode {
  const { kind, text, level } = block;
  if (kind === 'heading') {
    // Below the page's own heading.
    const Heading = `h${Math.min(6, (level ?? 1) + 2)}` as 'h3';
    return (
      <Heading className={classes.heading} data-level={level}>
        {headingText(text)}
      </Heading>
    );
  }
  if (kind === 'table') return <Table text={text} />;
  if (kind === 'code') return <pre className={classes.code}>{codeText(text)}</pre>;
  const { before, within, after } = partsOf(block, active);
  return (
    <p className={classes.paragraph}>
      {before}
      {within && <mark className={classes.mark}>{within}</mark>}
      {after}
    </p>
  );
}

function Table({ text }: { text: string }) {
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
                  {cell}
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
                  <td key={at}>{cell}</td>
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
