import type { ArticleStepRequest } from '#generated/model/index.ts';
import { nameFrom } from '../assist/sample-task.ts';
import type { ClosestSentence } from '../collection/cite/sample-answer.ts';
import { headingsBelow, slugOf } from './article.ts';
import { SLUG_MAX } from './limits.ts';
import { type StepContent, targetsOf } from './step-inputs.ts';

/**
 * Writes a step's output by fixed rules when no model is connected. It is deterministic, in the format of the step's
 * task, and says that it is a sample.
 * @param sourceFor finds a sentence to cite for a text, if there are passages
 */
export function sampleStep(
  request: ArticleStepRequest,
  content: StepContent,
  sourceFor: (about: string) => ClosestSentence | undefined = () => undefined,
): string {
  const topic = topicOf(content);
  switch (request.step) {
    case 'titles':
      return JSON.stringify({ titles: titlesFor(topic, request.wish) }, null, 2);
    case 'outline':
      return JSON.stringify({ outline: outlineFor(topic) }, null, 2);
    case 'sections':
    case 'rewrite':
      return targetsOf(request, content)
        .map(({ id, heading }) => sectionFor(request, content, { id, heading }, sourceFor(heading)))
        .join('\n\n');
    case 'seo':
      return JSON.stringify(seoFor(content, topic), null, 2);
  }
}

function topicOf({ brief, title }: StepContent): string {
  return nameFrom((brief.topic.trim() || title.trim() || 'this topic').slice(0, 300));
}

function titlesFor(topic: string, wish = ''): string[] {
  const short = [
    topic,
    `${topic}, explained`,
    `Why ${topic}?`,
    `${topic}: first steps`,
    `${topic} in practice`,
  ];
  if (/short|concise|kurz/i.test(wish)) return short;
  return [
    `${topic}: a practical guide`,
    `What to know about ${topic}`,
    `Five questions to ask about ${topic}`,
    `${topic}, step by step`,
    `${topic} without the detours`,
  ];
}

function outlineFor(topic: string) {
  return [
    { heading: `Why ${topic} matters`, level: 2, notes: 'What the reader gains, in one example.' },
    { heading: 'Where to start', level: 2, notes: 'The first step, and what it needs.' },
    { heading: 'What to prepare', level: 3, notes: 'People, time and material.' },
    {
      heading: 'What usually goes wrong',
      level: 2,
      notes: 'Three mistakes and how to avoid them.',
    },
    { heading: 'How to tell that it works', level: 2, notes: 'What to measure, and when.' },
  ];
}

function sectionFor(
  request: ArticleStepRequest,
  content: StepContent,
  { id, heading }: { id: string; heading: string },
  source: ClosestSentence | undefined,
): string {
  const present = content.sections.find((section) => section.id === id)?.markdown ?? '';
  if (request.step === 'rewrite' && present.trim() !== '' && request.mode !== 'regenerate')
    return rewritten(present, request.mode);
  const notes = content.outline.find((one) => one.id === id)?.notes.trim() ?? '';
  const parts = headingsBelow(content.outline, id).map(
    (below) => `${'#'.repeat(below.level)} ${below.heading}\n\n${below.notes || SAMPLE}`,
  );
  return [
    `## ${heading}`,
    notes === '' ? SAMPLE : `${notes} ${SAMPLE}`,
    ...(source ? [`One of the sources says: “${source.quote}” [${source.number}]`] : []),
    ...parts,
  ].join('\n\n');
}

const SAMPLE =
  'This paragraph is a sample from the sandbox model. Choose another model in the brief to have it written.';

function rewritten(markdown: string, mode: 'expand' | 'shorten' | 'rephrase'): string {
  const paragraphs = markdown.trim().split(/\n\s*\n/);
  if (mode === 'expand') return [...paragraphs, SAMPLE].join('\n\n');
  if (mode === 'shorten')
    return paragraphs.slice(0, Math.max(2, Math.ceil(paragraphs.length / 2))).join('\n\n');
  const [heading = '', ...rest] = paragraphs;
  return [heading, 'In other words:', ...rest].join('\n\n');
}

function seoFor({ title }: StepContent, topic: string) {
  const name = title.trim() || topic;
  return {
    title: name,
    description: `${name}: what it is about, where to start, and what usually goes wrong.`,
    slug: slugOf(name, SLUG_MAX),
    keywords: [...new Set([topic.toLowerCase(), `${topic.toLowerCase()} guide`])],
  };
}
