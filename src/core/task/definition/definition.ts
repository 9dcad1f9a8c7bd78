import { MESSAGES } from '#core/messages.ts';
import { isVariableName, parsePrompt, variablesOf } from '#core/prompt/parse.ts';
import { meansPassages } from '#core/prompt/passages-place.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { FieldError, Model, TaskDefinition, TaskVariable } from '#generated/model/index.ts';
import { isFileType } from '../input/files.ts';
import { parseFormValue } from '../input/inputs.ts';
import { checkOptions } from './option-rules.ts';
import { checkOutputFormat } from './output-rules.ts';
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
