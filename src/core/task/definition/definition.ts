import type {
  FieldError,
  Model,
  OutputField,
  OutputFormat,
  TaskDefinition,
  TaskVariable,
} from '#generated/model/index.ts';
import { OUTPUT_DEPTH_MAX, OUTPUT_FIELDS_TOTAL } from '../../limits.ts';
import { MESSAGES } from '../../messages.ts';
import { isVariableName, parsePrompt, variablesOf } from '../../prompt/parse.ts';
import { meansPassages } from '../../prompt/passages-place.ts';
import { isFileType } from '../input/files.ts';
import { parseFormValue } from '../input/inputs.ts';
import { TASK_VALIDATION } from '../task-validation.ts';
import { checkRetrieval, checkTools } from './tool-rules.ts';

/** The parts of a model that are checked. */
export type KnownModel = Pick<Model, 'id' | 'supports'>;

/**
 * Checks every rule that a revision's definition must follow; returns no errors if it can be saved as a revision. Sizes
 * and types are validated against the API contract and not checked again.
 * @param options.models the models that exist; without them any id is accepted
 * @param options.at pointer to the definition within the request body, for example `/definition`
 */
export function checkDefinition(
  definition: TaskDefinition,
  options: { models?: readonly KnownModel[]; at?: string } = {},
): FieldError[] {
  const errors = [
    ...checkPrompts(definition),
    ...definition.variables.flatMap((_, index) => checkVariable(definition.variables, index)),
    ...checkOutputFormat(definition.output_format),
    ...checkModel(definition, options.models),
    ...checkTools(definition),
    ...checkRetrieval(definition),
  ];
  const { at = '' } = options;
  return errors.map(({ pointer, message }) => ({ pointer: at + pointer, message }));
}

function checkPrompts(definition: TaskDefinition): FieldError[] {
  const known = new Map(definition.variables.map((variable) => [variable.name, variable]));
  return (['system_prompt', 'user_prompt'] as const).flatMap((key): FieldError[] => {
    const pointer = `/${key}`;
    const prompt = definition[key];
    if (prompt.trim() === '') return [{ pointer, message: MESSAGES.task.promptsNeeded }];
    const segments = parsePrompt(prompt);
    const mistake = segments.some((s) => s.type === 'bad_name' || s.type === 'lone_brace');
    const errors: FieldError[] = mistake ? [{ pointer, message: MESSAGES.task.promptSyntax }] : [];
    for (const name of variablesOf(segments)) {
      const variable = known.get(name);
      if (meansPassages(definition, name)) continue;
      if (!variable) errors.push({ pointer, message: TASK_VALIDATION.unknownVariable(name) });
      else if (key === 'system_prompt' && isFileType(variable.type))
        errors.push({ pointer, message: TASK_VALIDATION.fileInSystemPrompt(name) });
    }
    return errors;
  });
}

function checkVariable(variables: readonly TaskVariable[], index: number): FieldError[] {
  const variable = variables[index];
  if (!variable) return [];
  const at = `/variables/${index}`;
  const errors: FieldError[] = [];
  if (!isVariableName(variable.name)) {
    errors.push({ pointer: `${at}/name`, message: MESSAGES.task.variableName });
  } else if (variables.findIndex((other) => other.name === variable.name) < index) {
    errors.push({ pointer: `${at}/name`, message: TASK_VALIDATION.variableTwice });
  }
  const isChoice = variable.type === 'choice';
  const badOptions = isChoice ? checkOptions(variable.options, `${at}/options`) : [];
  errors.push(...badOptions);
  if (badOptions.length > 0) return errors;
  for (const key of ['default', 'example'] as const) {
    const parsed = parseFormValue(variable, variable[key] ?? '');
    if (!parsed.ok) errors.push({ pointer: `${at}/${key}`, message: parsed.message });
  }
  return errors;
}

function checkModel(definition: TaskDefinition, models?: readonly KnownModel[]): FieldError[] {
  const { model_id: id } = definition;
  const pointer = '/model_id';
  if (id.trim() === '') return [{ pointer, message: TASK_VALIDATION.modelNeeded }];
  if (!models) return [];
  const model = models.find((one) => one.id === id);
  if (!model) return [{ pointer, message: TASK_VALIDATION.modelUnknown }];
  const errors: FieldError[] = [];
  const image = definition.variables.find(({ type }) => type === 'image');
  if (image && !model.supports.images)
    errors.push({ pointer, message: TASK_VALIDATION.modelImages(image.name) });
  const hasTools = (definition.tools ?? []).length > 0 && definition.tool_choice?.type !== 'none';
  if (hasTools && !model.supports.tools)
    errors.push({ pointer, message: TASK_VALIDATION.modelTools });
  return errors;
}

/** The definition of a new task. */
export function emptyDefinition(modelId: string): TaskDefinition {
  return {
    system_prompt: '',
    user_prompt: '',
    variables: [],
    strict_inputs: true,
    output_format: { type: 'text' },
    model_id: modelId,
    parameters: {},
  };
}

const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Checks the output format of a revision. */
function checkOutputFormat(format: OutputFormat): FieldError[] {
  if (format.type === 'text') return [];
  const fields = format.fields ?? [];
  const pointer = '/output_format/fields';
  if (fields.length === 0) return [{ pointer, message: MESSAGES.task.outputEmpty }];
  const errors = checkFields(fields, pointer, 1);
  if (countFields(fields, 1) > OUTPUT_FIELDS_TOTAL)
    errors.push({ pointer, message: TASK_VALIDATION.fieldsTooMany(OUTPUT_FIELDS_TOTAL) });
  return errors;
}

function checkFields(fields: readonly OutputField[], at: string, depth: number): FieldError[] {
  const first = new Map<string, number>();
  return fields.flatMap((field, index) => {
    const pointer = `${at}/${index}`;
    const errors: FieldError[] = [];
    if (!FIELD_NAME.test(field.name)) {
      errors.push({ pointer: `${pointer}/name`, message: TASK_VALIDATION.fieldName });
    } else if (first.has(field.name)) {
      errors.push({ pointer: `${pointer}/name`, message: TASK_VALIDATION.fieldTwice });
    }
    first.set(field.name, index);
    if (field.type === 'choice') errors.push(...checkOptions(field.options, `${pointer}/options`));
    if (field.type === 'object')
      errors.push(...checkInner(field.fields ?? [], `${pointer}/fields`, depth + 1));
    return errors;
  });
}

function checkInner(fields: readonly OutputField[], at: string, depth: number): FieldError[] {
  if (depth > OUTPUT_DEPTH_MAX)
    return [{ pointer: at, message: TASK_VALIDATION.fieldsTooDeep(OUTPUT_DEPTH_MAX) }];
  if (fields.length === 0) return [{ pointer: at, message: TASK_VALIDATION.fieldsNeeded }];
  return checkFields(fields, at, depth);
}

function countFields(fields: readonly OutputField[], depth: number): number {
  if (depth > OUTPUT_DEPTH_MAX) return 0;
  return fields.reduce(
    (sum, { type, fields: inner = [] }) =>
      sum + 1 + (type === 'object' ? countFields(inner, depth + 1) : 0),
    0,
  );
}

/** Checks the options of a choice. */
function checkOptions(options: readonly string[] = [], at: string): FieldError[] {
  if (options.length === 0) return [{ pointer: at, message: TASK_VALIDATION.optionsNeeded }];
  return options.flatMap((option, index): FieldError[] => {
    const pointer = `${at}/${index}`;
    if (option.trim() === '') return [{ pointer, message: TASK_VALIDATION.optionEmpty }];
    if (options.indexOf(option) < index) return [{ pointer, message: TASK_VALIDATION.optionTwice }];
    return [];
  });
}
