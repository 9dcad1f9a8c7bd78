import type {
  FieldError,
  OutputFormat,
  TaskDefinition,
  TaskVariable,
} from '#generated/model/index.ts';
import { MESSAGES, VALIDATION } from '../messages.ts';
import { isVariableName, parsePrompt, variablesOf } from '../prompt/parse.ts';
import { parseFormValue } from './inputs.ts';

const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/**
 * Every rule that a definition breaks which a revision must keep; none when it can be saved as one.
 * Sizes and types are the contract's business and are not looked at again.
 * @param options.models ids of the models that exist; without them any id will do
 * @param options.at pointer to the definition within the request's body, for example `/definition`
 */
export function checkDefinition(
  definition: TaskDefinition,
  options: { models?: readonly string[]; at?: string } = {},
): FieldError[] {
  const errors = [
    ...checkPrompts(definition),
    ...definition.variables.flatMap((_, index) => checkVariable(definition.variables, index)),
    ...checkFormat(definition.output_format),
    ...checkModel(definition.model_id, options.models),
  ];
  const { at = '' } = options;
  return errors.map(({ pointer, message }) => ({ pointer: at + pointer, message }));
}

function checkPrompts(definition: TaskDefinition): FieldError[] {
  const known = new Set(definition.variables.map((variable) => variable.name));
  return (['system_prompt', 'user_prompt'] as const).flatMap((key): FieldError[] => {
    const pointer = `/${key}`;
    const prompt = definition[key];
    if (prompt.trim() === '') return [{ pointer, message: MESSAGES.task.promptsNeeded }];
    const segments = parsePrompt(prompt);
    const mistake = segments.some((s) => s.type === 'bad_name' || s.type === 'lone_brace');
    const errors: FieldError[] = mistake ? [{ pointer, message: MESSAGES.task.promptSyntax }] : [];
    for (const name of variablesOf(segments)) {
      if (!known.has(name)) errors.push({ pointer, message: VALIDATION.unknownVariable(name) });
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
    errors.push({ pointer: `${at}/name`, message: VALIDATION.variableTwice });
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

function checkFormat(format: OutputFormat): FieldError[] {
  if (format.type === 'text') return [];
  const fields = format.fields ?? [];
  if (fields.length === 0) {
    return [{ pointer: '/output_format/fields', message: MESSAGES.task.outputEmpty }];
  }
  return fields.flatMap((field, index) => {
    const at = `/output_format/fields/${index}`;
    const errors: FieldError[] = [];
    if (!FIELD_NAME.test(field.name)) {
      errors.push({ pointer: `${at}/name`, message: VALIDATION.fieldName });
    } else if (fields.findIndex((other) => other.name === field.name) < index) {
      errors.push({ pointer: `${at}/name`, message: VALIDATION.fieldTwice });
    }
    if (field.type === 'choice') errors.push(...checkOptions(field.options, `${at}/options`));
    return errors;
  });
}

function checkOptions(options: readonly string[] = [], at: string): FieldError[] {
  if (options.length === 0) return [{ pointer: at, message: VALIDATION.optionsNeeded }];
  return options.flatMap((option, index): FieldError[] => {
    const pointer = `${at}/${index}`;
    if (option.trim() === '') return [{ pointer, message: VALIDATION.optionEmpty }];
    if (options.indexOf(option) < index) return [{ pointer, message: VALIDATION.optionTwice }];
    return [];
  });
}

function checkModel(id: string, models?: readonly string[]): FieldError[] {
  const pointer = '/model_id';
  if (id.trim() === '') return [{ pointer, message: VALIDATION.modelNeeded }];
  if (models && !models.includes(id)) return [{ pointer, message: VALIDATION.modelUnknown }];
  return [];
}

/** The definition that a new task begins with. */
export function emptyDefinition(modelId: string): TaskDefinition {
  return {
    system_prompt: '',
    user_prompt: '',
    variables: [],
    output_format: { type: 'text' },
    model_id: modelId,
    parameters: {},
  };
}
