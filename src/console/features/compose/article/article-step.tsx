import { memo, Suspense, useDeferredValue, useState } from 'react';
import { counted } from '#console/ui/display/counted.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { checkOutline, sectionHeadings, wordsIn } from '#core/compose/article.ts';
import { useArticleEditor, useSavedArticle, useText } from '../editor/article-context.tsx';
import { UnchangedBanner } from '../sections/unchanged-banner.tsx';
import { useArrival } from '../step/step-parts.tsx';
import { SectionSource } from '../text/section-source.tsx';
import { SectionText } from '../text/section-text.tsx';
import { useScrollToHash } from '../text/use-scroll-to-hash.ts';
import { useSectionEdit } from '../text/use-section-edit.ts';
import classes from './article.module.css';

const Seo = lazyOf(() => import('./seo.tsx'), 'Seo');
const Images = lazyOf(() => import('./images.tsx'), 'Images');

const TABS = [
  { value: 'text', label: 'Text' },
  { value: 'images', label: 'Images' },
  { value: 'search', label: 'Search and social' },
] as const;

/** Reading speed in words per minute. */
const READ_PER_MINUTE = 220;

/** The whole article: Markdown beside a preview, images, and search and social text. */
export function ArticleStep() {
  const [wanted, setTab] = useQueryParam('part');
  const outline = useText((text) => text.outline);
  const title = useText((text) => text.title);
  const hasText = useText((text) =>
    sectionHeadings(text.outline).some(({ id }) => text.sections[id]?.trim()),
  );
  const arrived = useArrival();
  useScrollToHash();
  const tab = TABS.find(({ value }) => value === wanted)?.value ?? 'text';

  if (!hasText)
    return (
      <EmptyState
        title="No text yet"
        action={<LinkButton to={{ search: '?step=sections' }}>Go to the sections</LinkButton>}
      >
        An article is made up of its sections. Write them first.
      </EmptyState>
    );
  return (
    <section aria-label="Article">
      <header className={classes.head}>
        <h2 ref={arrived} tabIndex={-1} className={classes.title} dir="auto">
          {title.trim() || 'Untitled article'}
        </h2>
        <Words />
      </header>
      <Segmented
        label="Article view"
        items={TABS}
        value={tab}
        onChange={(part) => setTab(part === 'text' ? null : part)}
      />
      {tab === 'text' && <Text problem={checkOutline(outline)[0]?.message} />}
      <Suspense fallback={<TextSkeleton lines={6} />}>
        {tab === 'images' && <Images onDone={() => setTab(null)} />}
        {tab === 'search' && <Seo />}
      </Suspense>
    </section>
  );
}

/** The number of words of all sections, and the time to read them. A component of its own, because it renders on every keystroke. */
function Words() {
  const outline = useText((text) => text.outline);
  // Keeps typing responsive.
  const texts = useDeferredValue(useText((text) => text.sections));
  // Word counts by text, so that only sections that changed are counted again.
  const [counts] = useState(() => new Map<string, number>());
  const headings = sectionHeadings(outline);
  if (counts.size > 2 * headings.length) counts.clear();
  const words = headings.reduce((sum, { id }) => {
    const text = texts[id] ?? '';
    const count = counts.get(text) ?? wordsIn(text);
    counts.set(text, count);
    return sum + count;
  }, 0);
  return (
    <p className={classes.facts}>
      {counted(words, 'word')} · {Math.max(1, Math.round(words / READ_PER_MINUTE))} min read
    </p>
  );
}

const SIDES = [
  { value: 'preview', label: 'Preview' },
  { value: 'markdown', label: 'Markdown' },
] as const;

function Text({ problem }: { problem: string | undefined }) {
  const outline = useText((text) => text.outline);
  const [side, setSide] = useState<(typeof SIDES)[number]['value']>('preview');
  return (
    <div className={classes.text} data-side={side}>
      <div className={classes.sides}>
        <Segmented label="Show" items={SIDES} value={side} onChange={setSide} />
      </div>
      <UnchangedBanner />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {sectionHeadings(outline).map(({ id, heading }) => (
        <Row key={id} id={id} heading={heading || 'Untitled section'} />
      ))}
    </div>
  );
}

/** A section's Markdown beside its preview. */
const Row = memo(function Row({ id, heading }: { id: string; heading: string }) {
  const { readOnly } = useArticleEditor();
  const saved = useSavedArticle().sections.find((one) => one.id === id);
  const text = useText((now) => now.sections[id] ?? '');
  const change = useSectionEdit(id);
  // Keeps typing responsive.
  const shown = useDeferredValue(text);
  const isChecked = saved !== undefined && saved.markdown === shown;
  return (
    <div
      id={id}
      className={classes.row}
      data-unchanged={saved?.status === 'unchanged' || undefined}
    >
      <div className={classes.markdown}>
        <SectionSource name={heading} value={text} readOnly={readOnly !== null} onChange={change} />
      </div>
      <article className={classes.preview} aria-label={heading}>
        {shown.trim() === '' ? (
          <p className={classes.empty}>{`“${heading}” has no text yet.`}</p>
        ) : (
          <SectionText text={shown} checked={isChecked ? saved : undefined} />
        )}
      </article>
    </div>
  );
});
