import {
  type ComponentProps,
  type ComponentType,
  createElement,
  isValidElement,
  memo,
  type ReactNode,
} from 'react';
import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import type { RunCitation } from '#generated/model/index.ts';
import { CITE, citePlugin, UNSUPPORTED } from './cite-plugin.ts';
import classes from './markdown.module.css';
import { piecesOf } from './pieces.ts';

interface MarkdownProps {
  text: string;
  /** The citations of the text; absent if numbers in brackets aren't citations. */
  citations?: readonly RunCitation[] | undefined;
  /** Overrides for elements. A constant, because a new object re-renders everything. */
  components?: Components;
  /** Filters URLs; those that aren't allowed become empty. Also a constant. */
  urlTransform?: (url: string) => string;
}

/**
 * Text that a model or person wrote. HTML in it is shown as text, images as links (loading one would tell another site
 * who reads this), and links open in a new tab. Only what changed of it is parsed again.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { text, citations } = props;
  // Citations are found by their position in the whole text.
  const pieces = citations ? [text] : piecesOf(text);
  return (
    <div className={classes.markdown}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has nothing but its position
        <Piece key={index} {...props} text={piece} />
      ))}
    </div>
  );
});

const Piece = memo(function Piece({
  text,
  citations,
  components = COMPONENTS,
  urlTransform = safeUrl,
}: MarkdownProps) {
  return (
    <ReactMarkdown
      remarkPlugins={
        citations ? [remarkGfm, [citePlugin, { source: text, citations }]] : [remarkGfm]
      }
      components={components}
      urlTransform={urlTransform}
    >
      {text}
    </ReactMarkdown>
  );
});

/** Only absolute links: relative ones would lead into the console. */
export function safeUrl(url: string): string {
  return /^(https?:|mailto:)/i.test(url) ? defaultUrlTransform(url) : '';
}

/** Set by `citePlugin`. */
type CiteProps = ComponentProps<typeof CITE> & { numbers?: string; at?: string };

export interface CitedProps {
  /** The numbers of the passages that a claim cites. */
  numbers: readonly number[];
  /** Their position in the text; negative if unknown. */
  at: number;
}

/** The component that renders citations. */
export function citedBy(Numbers: ComponentType<CitedProps>): Components {
  return {
    [CITE]: (props: CiteProps) => (
      <Numbers numbers={(props.numbers ?? '').split(',').map(Number)} at={Number(props.at ?? -1)} />
    ),
  };
}

export const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => (
    <SafeLink href={typeof src === 'string' ? src : undefined}>{alt || 'Image'}</SafeLink>
  ),
  pre: ({ children }) => (
    <div className={classes.code}>
      <CodeBlock code={textOf(children).replace(/\n$/, '')} what="code" />
    </div>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={classes.table} tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  ),
  // A heading in an answer isn't a heading of the page.
  ...headings(),
  ...citedBy(({ numbers }) => `[${numbers.join(', ')}]`),
  [UNSUPPORTED]: ({ children }: { children?: ReactNode }) => (
    <Tooltip label="The passages don't support this">
      <span className={classes.unsupported}>{children}</span>
    </Tooltip>
  ),
};

function headings(): Components {
  const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
  const Heading = ({ children }: ComponentProps<'h1'>) =>
    createElement('p', { className: classes.heading }, children);
  return Object.fromEntries(levels.map((level) => [level, Heading]));
}

function SafeLink({ href, children }: { href?: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children);
  return '';
}
