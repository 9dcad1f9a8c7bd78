import { Fragment, memo, type ReactNode } from 'react';
import classes from '../document.module.css';
import { partsOf, type Range } from '../place.ts';
import { type Inline, parseInline } from './inline-markdown.ts';

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
export const InlineText = memo(function InlineText(props: InlineTextProps) {
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
