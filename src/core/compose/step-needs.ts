import type { ArticleStepRequest, FieldError } from '#generated/model/index.ts';
import { MESSAGES, VALIDATION } from '../messages.ts';
import { checkOutline } from './article.ts';
import { articleText, type StepContent, targetsOf } from './step-inputs.ts';

/** The errors that keep a step from running, with pointers into the article, or into the request for its sections. */
export function checkStep(request: ArticleStepRequest, content: StepContent): FieldError[] {
  const { brief, title, outline, sections } = content;
  switch (request.step) {
    case 'titles':
      return brief.topic.trim() === ''
        ? [{ pointer: '/brief/topic', message: VALIDATION.topicNeeded }]
        : [];
    case 'outline':
      return brief.topic.trim() === '' && title.trim() === ''
        ? [{ pointer: '/brief/topic', message: VALIDATION.topicNeeded }]
        : [];
    case 'sections': {
      const known = new Set(targetsOf({ step: 'sections' }, content).map(({ id }) => id));
      const unknown = (request.section_ids ?? []).flatMap((id, index) =>
        known.has(id)
          ? []
          : [{ pointer: `/section_ids/${index}`, message: MESSAGES.compose.headingNeeded }],
      );
      return [...checkOutline(outline), ...unknown];
    }
    case 'rewrite': {
      const [target] = targetsOf(request, content);
      if (!target || target.heading.trim() === '')
        return [{ pointer: '/section_id', message: MESSAGES.compose.headingNeeded }];
      const written = sections.find(({ id }) => id === request.section_id)?.markdown ?? '';
      const needsText = request.mode !== 'regenerate' && written.trim() === '';
      return needsText ? [{ pointer: '/section_id', message: VALIDATION.textNeeded }] : [];
    }
    case 'seo':
      return articleText(content) === ''
        ? [{ pointer: '/sections', message: VALIDATION.textNeeded }]
        : [];
  }
}

/** Whether a step will replace something, so that a version should be saved first. */
export function replacesSomething(
  request: ArticleStepRequest,
  content: StepContent & { seo: { title: string; description: string } },
): boolean {
  switch (request.step) {
    case 'titles':
      return content.titles.some(({ kept }) => !kept);
    case 'outline':
      return content.outline.length > 0;
    case 'sections': {
      const ids = new Set(targetsOf(request, content).map(({ id }) => id));
      return content.sections.some(({ id, markdown }) => ids.has(id) && markdown.trim() !== '');
    }
    case 'rewrite':
      return false;
    case 'seo':
      return content.seo.title !== '' || content.seo.description !== '';
  }
}
