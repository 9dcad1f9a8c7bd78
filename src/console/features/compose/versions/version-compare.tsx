import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { WordDiff } from '#console/ui/editor/word-diff.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useGetArticleVersion } from '#generated/api/compose/compose.ts';
import type { ArticleVersion } from '#generated/model/index.ts';
import { useArticleEditor, useText } from '../editor/article-context.tsx';
import { ARTICLE_LINES } from '../editor/article-lines.ts';
import { type ArticleText, textOf } from '../editor/article-text.ts';
import classes from './versions.module.css';

interface VersionCompareProps {
  version: ArticleVersion;
  onBack: () => void;
  onRestore: () => void;
}

/** Compares a version with the current article. */
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
  const after = linesOf(now);
  const changed = linesOf(then)
    .map(({ label, lines }, index) => {
      return { label, before: lines.join('\n'), after: after[index]?.lines.join('\n') ?? '' };
    })
    .filter((part) => part.before !== part.after);
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
      {changed.length === 0 && (
        <p className={classes.meta}>The article hasn't changed since this version.</p>
      )}
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

const PARTS = ['title', 'outline', 'sections', 'images', 'seo', 'titles', 'brief'] as const;

/** The whole article as text, in the order of the steps. */
function linesOf(text: ArticleText): { label: string; lines: string[] }[] {
  // In the order of the outline.
  const read = text.outline.flatMap(({ id }) =>
    text.sections[id] ? [[id, text.sections[id]]] : [],
  );
  const ordered = { ...text, sections: Object.fromEntries(read) };
  return PARTS.map((part) => linesOfPart(part, ordered));
}

function linesOfPart<K extends keyof ArticleText>(part: K, text: ArticleText) {
  const { label, lines } = ARTICLE_LINES[part];
  return { label, lines: lines(text[part]) };
}
