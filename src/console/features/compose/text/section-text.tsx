import { type ComponentProps, createContext, type ReactNode, use, useMemo } from 'react';
import { citationAt } from '#console/modules/markdown/citation-at.ts';
import markdown from '#console/modules/markdown/markdown.module.css';
import {
  type CitedProps,
  COMPONENTS,
  citedBy,
  Markdown,
  safeUrl,
} from '#console/modules/markdown/markdown.tsx';
import { paths } from '#console/modules/paths.ts';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { isRightToLeft } from '#core/compose/export/language.ts';
import { type Source, sourceOf } from '#core/compose/export/sources.ts';
import type { ArticleImage, ChatPassage, RunCitation } from '#generated/model/index.ts';
import { useArticleEditor, useSources, useText } from '../editor/article-context.tsx';
import { Picture } from './picture.tsx';
import classes from './text.module.css';

interface Sourced {
  passages: readonly ChatPassage[];
  citations: readonly RunCitation[];
  /** The sources of the whole article. */
  sources: readonly Source[];
  images: readonly ArticleImage[];
}

const SourcedContext = createContext<Sourced>({
  passages: [],
  citations: [],
  sources: [],
  images: [],
});

interface SectionTextProps {
  /** Markdown, perhaps while it is still being written. */
  text: string;
  /** The section, if its citations have been checked. */
  checked?: { passages: readonly ChatPassage[]; citations: readonly RunCitation[] } | undefined;
}

/** The preview of a section, with its footnotes. */
export function SectionText({ text, checked }: SectionTextProps) {
  const sources = useSources();
  const images = useText((now) => now.images);
  const isReversed = useText(({ brief }) => isRightToLeft(brief.language));
  const sourced = useMemo(
    () => ({
      passages: checked?.passages ?? [],
      citations: checked?.citations ?? [],
      sources,
      images,
    }),
    [checked, sources, images],
  );
  const isCiting = sourced.passages.length > 0;
  return (
    <SourcedContext value={sourced}>
      <div dir={isReversed ? 'rtl' : 'auto'}>
        <Markdown
          text={text}
          citations={isCiting ? sourced.citations : undefined}
          components={ARTICLE}
          urlTransform={articleUrl}
        />
      </div>
    </SourcedContext>
  );
}

/**
 * A citation with its footnote number in the whole article. The passage is shown on hover; a click opens its document.
 */
function Footnotes({ numbers, at }: CitedProps) {
  const { address } = useArticleEditor();
  const { passages, citations, sources } = use(SourcedContext);
  return numbers.map((number) => {
    const passage = passages.find((one) => one.number === number);
    if (!passage) return <Unknown key={number} number={number} />;
    const { collection_id, document_id, document_name, chunk_id, page } = passage;
    const citation = citationAt(citations, number, at);
    const isSupported = citation?.supported ?? true;
    const quote = citation?.quote ?? passage.text;
    const name = page === null ? document_name : `${document_name}, page ${page}`;
    const footnote = sourceOf(sources, passage)?.footnote.number ?? number;
    const label = `Footnote ${footnote}: ${name}`;
    const shape = {
      className: markdown.number,
      'data-supported': isSupported,
      'aria-label': label,
    };
    return (
      <Tooltip
        key={number}
        label={
          <>
            <strong>{name}</strong>
            <br />“{quote.length > 280 ? `${quote.slice(0, 280)}…` : quote}”
            {!isSupported && (
              <>
                <br />
                The passage doesn't support this.
              </>
            )}
          </>
        }
      >
        {collection_id === null ? (
          <span role="img" {...shape}>
            {footnote}
          </span>
        ) : (
          <Link
            {...shape}
            to={paths.chunk(address.projectId, collection_id, document_id, chunk_id)}
          >
            {footnote}
          </Link>
        )}
      </Tooltip>
    );
  });
}

/** A number without a source: typed by hand, or left over from a deleted passage. */
function Unknown({ number }: { number: number }) {
  return (
    <Tooltip label="No source has this number">
      <span className={classes.unknown} role="img" aria-label={`${number}: no source`}>
        [{number}]
      </span>
    </Tooltip>
  );
}

/** The addresses of uploaded images have no origin. */
function articleUrl(url: string): string {
  return url.startsWith('/files/') ? url : safeUrl(url);
}

/** Only the article's own images are loaded: other websites would learn who reads this. */
function Image({ src, alt }: ComponentProps<'img'>) {
  const { images } = use(SourcedContext);
  const known = images.find(({ url }) => url === src);
  const name = alt || known?.alt || src;
  const missing = <span className={classes.missing}>Image: {name}</span>;
  if (!known) return missing;
  const image = { url: known.url, alt: alt || known.alt };
  return <Picture image={image} className={classes.image} otherwise={missing} />;
}

const heading =
  (Level: 'h3' | 'h4' | 'h5') =>
  ({ children }: { children?: ReactNode }) => <Level className={classes.heading}>{children}</Level>;

const ARTICLE = {
  ...COMPONENTS,
  ...citedBy(Footnotes),
  img: Image,
  h1: heading('h3'),
  h2: heading('h3'),
  h3: heading('h4'),
  h4: heading('h5'),
  h5: heading('h5'),
  h6: heading('h5'),
};
