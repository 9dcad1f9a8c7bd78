import { Button } from '@mantine/core';
import { IconPencil, IconSparkles } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { checkSection } from '#core/compose/article.ts';
import type { ArticleHeading } from '#generated/model/index.ts';
import {
  useArticleEditor,
  useSavedArticle,
  useText,
  useWriter,
} from '../editor/article-context.tsx';
import { sectionSoFar } from '../step/partial.ts';
import { StepProgress } from '../step/step-parts.tsx';
import { SectionSource } from '../text/section-source.tsx';
import { SectionText } from '../text/section-text.tsx';
import { useSectionEdit } from '../text/use-section-edit.ts';
import { Proposal } from './proposal.tsx';
import { RewriteButtons } from './rewrite-buttons.tsx';
import classes from './sections.module.css';

interface SectionCardProps {
  heading: ArticleHeading;
  /** Its position among the sections. */
  index: number;
}

/** One section: its preview, its progress while it is being written, or a proposed version beside it. */
export const SectionCard = memo(function SectionCard({ heading, index }: SectionCardProps) {
  const { id } = heading;
  const { readOnly, writer } = useArticleEditor();
  const saved = useSavedArticle().sections.find((one) => one.id === id);
  const text = useText((now) => now.sections[id] ?? '');
  const coming = useWriter(({ writing }) => {
    if (!writing) return null;
    const { request } = writing;
    if (request.step === 'rewrite') return request.section_id === id ? writing.text : null;
    if (request.step !== 'sections') return null;
    if (request.section_ids) return request.section_ids.includes(id) ? writing.text : null;
    // If all sections are being written, each shows its current text until its turn comes.
    return sectionSoFar(writing.text, index) || null;
  });
  const isRewriting = useWriter(({ writing }) => writing?.request.step === 'rewrite');
  const isBusy = useWriter(({ writing }) => writing !== null);
  const proposal = useWriter(({ proposals }) => proposals[id]);
  const isOthers = saved?.status === 'writing' && coming === null;
  const change = useSectionEdit(id);
  const [isEditing, setEditing] = useState(false);
  const name = heading.heading || 'Untitled section';
  const isEmpty = text.trim() === '';
  const isChecked = saved !== undefined && saved.markdown === text;

  return (
    <article
      id={id}
      className={classes.section}
      aria-label={name}
      aria-busy={coming !== null || isOthers || undefined}
      data-unchanged={saved?.status === 'unchanged' || undefined}
    >
      <header className={classes.head}>
        {((isEmpty && !coming) || isEditing) && <h3 className={classes.name}>{name}</h3>}
        {saved?.status === 'unchanged' && <StatusBadge tone="warning">Unchanged</StatusBadge>}
        {isOthers && (
          <StatusBadge tone="accent" pulse>
            Being written
          </StatusBadge>
        )}
      </header>
      {coming !== null && !isRewriting ? (
        <div className={classes.coming}>
          {coming === '' ? (
            <p className={classes.notes}>Thinking…</p>
          ) : (
            <SectionText text={coming} />
          )}
        </div>
      ) : isEditing ? (
        <SectionSource
          name={name}
          value={text}
          readOnly={readOnly !== null}
          autoFocus
          onChange={change}
        />
      ) : isEmpty ? (
        <p className={classes.notes}>{heading.notes || 'Not written yet.'}</p>
      ) : (
        <SectionText text={text} checked={isChecked ? saved : undefined} />
      )}
      {coming !== null && isRewriting && (
        <div className={classes.proposal}>
          <StepProgress label="Writing another version" />
          <SectionText text={coming} />
        </div>
      )}
      {proposal && coming === null && <Proposal before={text} proposal={proposal} />}
      {coming === null && !proposal && (
        <footer className={classes.tools}>
          {isEmpty ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconSparkles />}
              disabled={readOnly !== null || isBusy || heading.heading.trim() === ''}
              onClick={() => void writer.writeSections([id])}
            >
              Write this section
            </Button>
          ) : (
            <RewriteButtons id={id} name={name} />
          )}
          <Button
            size="xs"
            variant={isEditing ? 'light' : 'subtle'}
            leftSection={<IconPencil />}
            disabled={readOnly !== null}
            aria-pressed={isEditing}
            onClick={() => {
              if (!isEditing && isEmpty) change(`## ${heading.heading}\n\n`);
              if (!isEditing || checkSection(text) === undefined) setEditing(!isEditing);
            }}
          >
            {isEditing ? 'Done' : 'Edit'}
          </Button>
        </footer>
      )}
    </article>
  );
});
