import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { WordDiff } from '#console/ui/editor/word-diff.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useGetArticleVersion } from '#generated/api/compose/compose.ts';
import type { ArticleVersion } from '#generated/model/index.ts';
import { useArticleEditor, useText } from '../editor/article-context.tsx';
import { type ArticleText, textOf } from '../editor/article-text.ts';
import classes from './versions.module.css';

interface VersionCompareProps {
  version: ArticleVersion;
  onBack: () => void;
  onRestore: () => void;
}

/** A version compared with what the article is now. */
export function VersionCompare({ version, onBack, onRestore }: VersionCompareProps) {
  const { address, readOnly } = useArticleEditor();
  const { orgId, projectId, articleId } = address;
  const detail = useGetArticleVersion(orgId, projectId, articleId, version.number);
  const now = useText((text) => text);
  if (detail.error && !detail.data)
    return <ErrorState error={detail.error} onRetry={() => detail.refetch()} />;
  if (!detail.data) return <TextSkeleton lines={8} />;
  const then = textOf(detail.data.content);
  const names = `version ${version.number} → now`;
  const parts = PARTS.map(({ label, read }) => ({ label, before: read(then), after: read(now) }));
  const changed = parts.filter(({ before, after }) => before !== after);
  return (
    <div className={classes.compare}>
      <div className={classes.buttons}>
        <Button variant="subtle" leftSection={<IconArrowLeft />} onClick={onBack}>
          All versions
        </Button>
        <Button disabled={readOnly !== null} onClick={onRestore}>
          Restore version {version.number}
        </Button>
      </div>
      {changed.length === 0 && <p className={classes.meta}>The article is the same now.</p>}
      {changed.map(({ label, before, after }) => (
        <section key={label}>
          <SectionTitle order={3} note={names}>
            {label}
          </SectionTitle>
          <WordDiff before={`${before}\n`} after={`${after}\n`} label={`${label}, ${names}`} />
        </section>
      ))}
    </div>
  );
}

/** The parts of an article as texts to compare. */
const PARTS: readonly { label: string; read: (text: ArticleText) => string }[] = [
  { label: 'Title', read: ({ title }) => title },
  {
    label: 'Outline',
    read: ({ outline }) =>
      outline.map(({ level, heading }) => `${'#'.repeat(level)} ${heading}`).join('\n'),
  },
  {
    label: 'Text',
    read: ({ outline, sections }) =>
      outline.flatMap(({ id }) => (sections[id] ? [sections[id]] : [])).join('\n\n'),
  },
  {
    label: 'Search result',
    read: ({ seo }) => [seo.title, seo.description, seo.slug, seo.keywords.join(', ')].join('\n'),
  },
  {
    label: 'Brief',
    read: ({ brief }) =>
      Object.entries(brief)
        .map(([name, value]) => `${name}: ${[value ?? 'default'].flat().join(', ')}`)
        .join('\n'),
  },
];
