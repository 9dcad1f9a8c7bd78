import { counted } from '#console/ui/display/counted.ts';
import { checkOutline, sectionHeadings, stageOf } from '#core/compose/article.ts';
import type { ArticleStage } from '#generated/model/index.ts';
import type { ArticleText } from './article-text.ts';

/** The pages of an article, in the order of work. */
export const STEPS: readonly { step: ArticleStage; label: string }[] = [
  { step: 'brief', label: 'Brief' },
  { step: 'titles', label: 'Titles' },
  { step: 'outline', label: 'Outline' },
  { step: 'sections', label: 'Sections' },
  { step: 'article', label: 'Article' },
];

/** The stage that the edited text has reached. */
export function stageOfText({ sections, ...rest }: ArticleText): ArticleStage {
  const texts = Object.entries(sections).map(([id, markdown]) => ({ id, markdown }));
  return stageOf({ ...rest, sections: texts });
}

/** The progress of each step in a few words; null if it hasn't been started. */
export function stepNote(step: ArticleStage, text: ArticleText): string | null {
  const { brief, title, titles, outline, sections } = text;
  switch (step) {
    case 'brief':
      return brief.topic.trim() || null;
    case 'titles':
      return title.trim() || (titles.length > 0 ? 'None chosen yet' : null);
    case 'outline': {
      const problems = checkOutline(outline).length;
      if (outline.length === 0) return null;
      return problems > 0 ? 'A heading is missing' : counted(outline.length, 'heading');
    }
    default: {
      const needed = sectionHeadings(outline);
      const written = needed.filter(({ id }) => (sections[id] ?? '').trim() !== '').length;
      if (written === 0) return null;
      if (step === 'sections') return `${written} of ${needed.length} written`;
      return written === needed.length ? 'Complete' : null;
    }
  }
}
