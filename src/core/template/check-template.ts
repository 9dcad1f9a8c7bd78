import type { FieldError, TemplateCreate, TemplateSample } from '#generated/model/index.ts';
import { checkDefinition, type KnownModel } from '../task/definition/definition.ts';
import { checkInputs } from '../task/input/inputs.ts';
import { checkOutput } from '../task/output/output.ts';
import { TASK_VALIDATION } from '../task/task-validation.ts';

/**
 * Checks every rule for a new template of an organisation; pointers start at the request body.
 * @param models the models that exist; without them any id is accepted
 */
export function checkTemplate(body: TemplateCreate, models?: readonly KnownModel[]): FieldError[] {
  const { definition, sample, tags = [] } = body;
  const errors = checkDefinition(definition, { ...(models && { models }), at: '/definition' });
  tags.forEach((tag, index) => {
    const isTwice = tags.findIndex((other) => sameTag(other, tag)) < index;
    if (isTwice) errors.push({ pointer: `/tags/${index}`, message: TASK_VALIDATION.tagTwice });
  });
  if (!sample) return errors;
  const inputs = checkInputs(definition.variables, sample.inputs);
  const output = checkSampleOutput(body);
  const within = (at: string) => (error: FieldError) => ({ ...error, pointer: at + error.pointer });
  return [
    ...errors,
    ...inputs.errors.map(within('/sample')),
    ...output.map(within('/sample/output')),
  ];
}

/** The stored parts of a template as sent. */
export function toTemplateValues(body: TemplateCreate) {
  return {
    name: body.name.trim(),
    description: body.description?.trim() ?? '',
    tags: (body.tags ?? []).map((tag) => tag.trim()),
    definition: body.definition,
    sample: toSample(body),
  };
}

/** A template's sample as returned by the API. Stored samples have already been validated. */
function toSample({ sample }: TemplateCreate): TemplateSample | null {
  return sample ? { ...sample, output_valid: true, checks: [] } : null;
}

function checkSampleOutput({ definition, sample }: TemplateCreate): FieldError[] {
  const { output_format } = definition;
  if (output_format.type === 'text') {
    return typeof sample?.output === 'string'
      ? []
      : [{ pointer: '', message: TASK_VALIDATION.notText }];
  }
  return checkOutput(output_format, JSON.stringify(sample?.output)).errors;
}

function sameTag(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
