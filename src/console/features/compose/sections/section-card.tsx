import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconSparkles, IconX } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  memo,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { submits } from '#console/ui/form/submits.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { checkSection } from '#core/compose/article.ts';
import type { ArticleHeading, ArticleRewriteMode } from '#generated/model/index.ts';
import {
  useArticleEditor,
  useEdit,
  useSavedArticle,
  useText,
  useWriter,
} from '../editor/article-context.tsx';
import { sectionSoFar } from '../step/partial.ts';
import { StepProgress } from '../step/step-parts.tsx';
import type { Proposed } from '../step/writer.ts';
import { SectionSource } from '../text/section-source.tsx';
import { SectionText } from '../text/section-text.tsx';
import { useSectionEdit } from '../text/use-section-edit.ts';
import classes from './sections.module.css';

const WordDiff = lazyOf(() => import('#console/ui/editor/word-diff.tsx'), 'WordDiff');

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

const MODES: readonly { mode: ArticleRewriteMode; label: string }[] = [
  { mode: 'regenerate', label: 'Regenerate' },
  { mode: 'expand', label: 'Expand' },
  { mode: 'shorten', label: 'Shorten' },
  { mode: 'rephrase', label: 'Rephrase' },
];

/** Requests a new version of a section, which then has to be accepted. */
function RewriteButtons({ id, name }: { id: string; name: string }) {
  const { readOnly, writer } = useArticleEditor();
  const isBusy = useWriter(({ writing }) => writing !== null);
  const failed = useWriter((state) => state.failed?.request);
  // Keeps the instruction if the step failed.
  const [wish, setWish] = useState(() =>
    failed?.step === 'rewrite' && failed.section_id === id ? (failed.wish ?? null) : null,
  );
  const opener = useRef<HTMLButtonElement>(null);
  const isDisabled = readOnly !== null || isBusy;
  const ask = (mode: ArticleRewriteMode, wanted?: string) => {
    setWish(null);
    void writer.write({
      step: 'rewrite',
      section_id: id,
      mode,
      ...(wanted && { wish: wanted }),
    });
  };
  const submit = submits(() => wish?.trim() && ask('rephrase', wish.trim()));
  const close = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    setWish(null);
    setTimeout(() => opener.current?.focus());
  };
  return (
    <>
      {MODES.map(({ mode, label }) => (
        <Button
          key={mode}
          size="xs"
          variant="default"
          disabled={isDisabled}
          onClick={() => ask(mode)}
        >
          {label}
        </Button>
      ))}
      {wish === null ? (
        <Button
          ref={opener}
          size="xs"
          variant="default"
          disabled={isDisabled}
          onClick={() => setWish('')}
        >
          Say how…
        </Button>
      ) : (
        <form className={classes.wish} onSubmit={submit}>
          <TextInput
            aria-label={`What should change in ${name}?`}
            placeholder="What should change? Press Enter"
            maxLength={2000}
            data-autofocus
            autoFocus
            value={wish}
            onChange={(event) => setWish(event.currentTarget.value)}
            onKeyDown={close}
          />
        </form>
      )}
    </>
  );
}

interface ProposalProps {
  /** The section's text. */
  before: string;
  proposal: Proposed;
}

/** A proposed version of a section, compared with the current one, to accept or reject. */
function Proposal({ before, proposal }: ProposalProps) {
  const { section_id: id, markdown, runId } = proposal;
  const { accepted, writer } = useArticleEditor();
  const edit = useEdit('sections');
  const accept = useRef<HTMLButtonElement>(null);
  const proposed = useRef<HTMLDivElement>(null);
  useEffect(() => accept.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => {
    const shown = proposed.current;
    return () => {
      const section = shown?.closest('article');
      // After the decision, the section's own buttons return.
      if (shown?.contains(document.activeElement))
        setTimeout(() => section?.querySelector<HTMLElement>('footer button')?.focus());
    };
  }, []);
  return (
    <div ref={proposed} className={classes.proposal}>
      <Suspense fallback={<TextSkeleton lines={4} />}>
        <WordDiff
          before={`${before.trimEnd()}\n`}
          after={`${markdown.trimEnd()}\n`}
          label="Changes to the section"
        />
      </Suspense>
      <div className={classes.tools}>
        <Button
          ref={accept}
          size="xs"
          leftSection={<IconCheck />}
          onClick={() => {
            accepted.set(id, { markdown, runId });
            edit((text) => ({ ...text, sections: { ...text.sections, [id]: markdown } }));
            writer.takeProposal(id, 'Accepted.');
          }}
        >
          Accept
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconX />}
          onClick={() => writer.takeProposal(id, 'Rejected.')}
        >
          Reject
        </Button>
      </div>
    </div>
  );
}
