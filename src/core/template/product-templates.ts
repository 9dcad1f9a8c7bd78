import type { Template, TemplateSample, TemplateSummary } from '#generated/model/index.ts';
import type { InputValues } from '../task/input/input-values.ts';
import { checkOutput } from '../task/output/output.ts';
import { answerFromDocuments } from './library/answer-from-documents.ts';
import { classify } from './library/classify.ts';
import { codeReview } from './library/code-review.ts';
import { dataCleaning } from './library/data-cleaning.ts';
import { emailReply } from './library/email-reply.ts';
import { extract } from './library/extract.ts';
import { leadQualification } from './library/lead-qualification.ts';
import { meetingNotes } from './library/meeting-notes.ts';
import { moderation } from './library/moderation.ts';
import { productDescription } from './library/product-description.ts';
import { releaseNotes } from './library/release-notes.ts';
import { resumeScreening } from './library/resume-screening.ts';
import { rewrite } from './library/rewrite.ts';
import { sentiment } from './library/sentiment.ts';
import { sql } from './library/sql.ts';
import { summarise } from './library/summarise.ts';
import { testCases } from './library/test-cases.ts';
import { translate } from './library/translate.ts';
import { inputsFromExamples, type ProductTemplate } from './write-template.ts';

/** The built-in template with this id, using the default model of new tasks; undefined if there is none. */
export function productTemplate(id: string, modelId: string): Template | undefined {
  const found = TEMPLATES.find((template) => template.id === id);
  if (!found) return undefined;
  const { definition, output, more } = found;
  return {
    ...productSummary(found),
    definition: { ...definition, model_id: modelId },
    sample: toSample(found, inputsFromExamples(definition.variables), output),
    more_samples: more.map((one) => toSample(found, one.inputs, one.output)),
  };
}

export function isProductTemplate(id: string): boolean {
  return TEMPLATES.some((template) => template.id === id);
}

/** The built-in templates that contain all words and have the tag, in gallery order. */
export function findProductTemplates(filter: {
  q?: string | undefined;
  tag?: string | undefined;
}): TemplateSummary[] {
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return TEMPLATES.filter(({ name, description, tags }) => {
    const text = [name, description, ...tags].join(' ').toLowerCase();
    const isTagged = filter.tag === undefined || tags.includes(filter.tag);
    return isTagged && words.every((word) => text.includes(word));
  }).map(productSummary);
}

/**
 * A test verifies that the samples pass their checks: loading the regular-expression engine here would be too costly.
 */
function toSample(
  { definition, checks }: ProductTemplate,
  inputs: InputValues,
  output: ProductTemplate['output'],
): TemplateSample {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  return {
    inputs,
    output,
    output_valid: checkOutput(definition.output_format, text).valid,
    checks: checks.map((check) => ({ check, passed: true, message: '' })),
  };
}

function productSummary({ definition, ...template }: ProductTemplate): TemplateSummary {
  return {
    id: template.id,
    origin: 'built_in',
    name: template.name,
    description: template.description,
    tags: [...template.tags],
    output_type: definition.output_format.type,
    variable_names: definition.variables.map(({ name }) => name),
    created_by: null,
    created_at: null,
  };
}

/** The built-in templates in gallery order: the most commonly needed first. */
export const TEMPLATES: readonly ProductTemplate[] = [
  summarise,
  classify,
  extract,
  answerFromDocuments,
  emailReply,
  rewrite,
  translate,
  sentiment,
  meetingNotes,
  sql,
  productDescription,
  codeReview,
  testCases,
  moderation,
  resumeScreening,
  dataCleaning,
  releaseNotes,
  leadQualification,
];
