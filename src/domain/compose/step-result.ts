import { TITLES_MAX } from '#core/compose/limits.ts';
import { readOutline, readSeo, readTitles, type WrittenHeading } from '#core/compose/read.ts';
import { problemOfOutput } from '#core/compose/read-step.ts';
import { readSections } from '#core/compose/sections.ts';
import { newId } from '#core/ids.ts';
import { specifiedMessage } from '#core/messages.ts';
import type {
  ArticleHeading,
  ArticleProposal,
  ArticleTitle,
  ChatPassage,
  ProblemCode,
  Run,
  RunError,
} from '#generated/model/index.ts';
import { withTexts } from './article-edit.ts';
import {
  type CheckedSections,
  checkEdits,
  renumbered,
  type SectionEdit,
  withCitations,
} from './cited.ts';
import type { ArticleStepRow, StoredContent } from './compose.tables.ts';

/** The effect of a run's output on an article. */
export interface Applied {
  /** The new contents; undefined if nothing changes. */
  content?: StoredContent;
  /** Sections with a new text, and sections that should have one but don't. */
  changed: string[];
  unchanged: string[];
  error: RunError | null;
}

const NOTHING = { changed: [], unchanged: [], error: null };

type Ended = Pick<Run, 'status' | 'output' | 'output_text' | 'error'>;

/** The sections in a run's output, with their citations checked. */
export interface Written {
  edits: SectionEdit[];
  missing: string[];
  checked: CheckedSections;
}

/** Reads the sections in a run's output. */
export async function readWritten(
  { request, targets }: Pick<ArticleStepRow, 'request' | 'targets'>,
  run: Ended,
  passages: readonly ChatPassage[],
): Promise<Written> {
  if (request.step !== 'sections' || run.status !== 'succeeded')
    return { edits: [], missing: [], checked: new Map() };
  const { written, missing } = readSections(textOf(run), targets);
  const edits = written.map(({ id, markdown }) => ({ id, ...renumbered(markdown, passages) }));
  return { edits, missing, checked: await checkEdits([], edits) };
}

/**
 * Applies the output of a step's run to an article, which may have been edited in the meantime. Existing headings and
 * titles keep their IDs, and text for deleted headings is dropped.
 */
export function applyStep(
  { request, targets }: Pick<ArticleStepRow, 'request' | 'targets'>,
  run: Ended,
  { edits, missing, checked }: Written,
  content: StoredContent,
): Applied {
  if (run.status !== 'succeeded') return { ...NOTHING, error: errorOf(request.step, run) };
  switch (request.step) {
    case 'titles': {
      const { result } = readTitles(run.output_text);
      return result
        ? { ...NOTHING, content: withTitles(content, result) }
        : unreadable(request.step, run);
    }
    case 'outline': {
      const { result } = readOutline(run.output_text);
      if (!result) return unreadable(request.step, run);
      return { ...NOTHING, content: { ...content, outline: withIds(content.outline, result) } };
    }
    case 'seo': {
      const { result } = readSeo(run.output_text);
      if (!result) return unreadable(request.step, run);
      return { ...NOTHING, content: { ...content, seo: { ...content.seo, ...result } } };
    }
    case 'sections': {
      if (edits.length === 0) return unreadable(request.step, run);
      const there = new Set(content.outline.map(({ id }) => id));
      const wanted = edits.filter(({ id }) => there.has(id));
      const lost = missing.filter((id) => there.has(id));
      const sections = withTexts(content.sections, wanted, checked).map((section) =>
        lost.includes(section.id) ? { ...section, is_unchanged: true } : section,
      );
      return {
        content: { ...content, sections },
        changed: wanted.map(({ id }) => id),
        unchanged: lost,
        error: null,
      };
    }
    case 'rewrite':
      return readSections(textOf(run), targets).written.length > 0
        ? NOTHING
        : unreadable(request.step, run);
  }
}

/** The proposed text of a rewrite, with its citations; undefined for other steps, and for unusable output. */
export function proposalOf(
  { request, targets }: Pick<ArticleStepRow, 'request' | 'targets'>,
  run: Ended,
  passages: readonly ChatPassage[],
): ArticleProposal | undefined {
  if (request.step !== 'rewrite' || run.status !== 'succeeded') return undefined;
  const [written] = readSections(textOf(run), targets).written;
  if (!written) return undefined;
  const { id: section_id } = written;
  const {
    id: _,
    is_unchanged: __,
    ...section
  } = withCitations({
    id: section_id,
    is_unchanged: false,
    ...renumbered(written.markdown, passages),
  });
  return { section_id, ...section };
}

/** Why a step failed, with the specified message if there is one; null if it was cancelled. */
function errorOf(step: ArticleStepRow['request']['step'], { error, output_text }: Ended) {
  if (error?.code !== 'output_invalid') return error;
  return specified(problemOfOutput(step, output_text), error.message);
}

function unreadable(step: ArticleStepRow['request']['step'], { output_text }: Ended): Applied {
  return { ...NOTHING, error: specified(problemOfOutput(step, output_text), '') };
}

function specified(code: ProblemCode, otherwise: string): RunError {
  return { code, message: specifiedMessage(code) ?? otherwise };
}

/** For Markdown, this is the text in which the citations were checked. */
function textOf({ output, output_text }: Ended): string {
  return typeof output === 'string' ? output : output_text;
}

function withTitles(content: StoredContent, written: readonly string[]): StoredContent {
  const kept = content.titles.filter(({ kept: isKept }) => isKept);
  const known = new Set(kept.map(({ text }) => text));
  const added = written
    .filter((text) => !known.has(text))
    .map((text): ArticleTitle => ({ id: newId('title'), text, kept: false }));
  return { ...content, titles: [...kept, ...added].slice(0, TITLES_MAX) };
}

/** Gives headings IDs: unchanged headings keep theirs. */
function withIds(
  before: readonly ArticleHeading[],
  written: readonly WrittenHeading[],
): ArticleHeading[] {
  const left = [...before];
  const keyOf = (heading: string) => heading.trim().toLowerCase();
  return written.map((one) => {
    const at = left.findIndex(
      ({ heading, level }) => keyOf(heading) === keyOf(one.heading) && level === one.level,
    );
    const [known] = at === -1 ? [] : left.splice(at, 1);
    return { id: known?.id ?? newId('heading'), ...one };
  });
}
