import type {
  AssistAlternative,
  AssistReason,
  AssistRequest,
  AssistResult,
  FieldError,
  Model,
  OutputFormat,
} from '#generated/model/index.ts';
import { isObject } from '../json/is-object.ts';
import { NAME_MAX, PROMPT_MAX } from '../limits.ts';
import { MESSAGES, VALIDATION } from '../messages.ts';
import { jsonCandidates } from '../task/output/extract-json.ts';
import type { OutputCheck } from '../task/output/output.ts';
import { TASK_VALIDATION } from '../task/task-validation.ts';
import { cleanText, isRefusal } from './clean-text.ts';
import { oneLine, toGeneratedTask } from './generated-task.ts';
import { objectsOf, snakeCased, textOf, textsOf } from './loose.ts';
import { asWritten, repairPrompt } from './repair-prompt.ts';

/** The output of an assistant's run: text, or the values of its fields. */
export type AssistantOutput = string | Readonly<Record<string, unknown>> | null;

export interface ResultContext {
  models: readonly Model[];
  /** The settings of a generated task. */
  newTaskModelId: string;
}

interface Read {
  result: AssistResult;
  errors: FieldError[];
}

const ASPECTS = ['price', 'speed', 'quality', 'context'] as const;
const MAX_ALTERNATIVES = 2;
const MAX_NAMES = 5;
const TOOL_DESCRIPTION_MAX = 4000;

/** The required fields; without them, the rest of the output is useless. */
interface Reading {
  output: Exclude<AssistantOutput, null>;
  errors: FieldError[];
}

/**
 * Parses an assistant's output leniently: the person waiting did not write the output format, so anything
 * understandable counts. If the text contains several objects, the one with the fewest errors is used.
 */
export function readAssistantOutput(
  request: AssistRequest,
  format: OutputFormat,
  text: string,
  context: ResultContext,
): OutputCheck {
  const candidates = format.type === 'text' ? [text] : jsonCandidates(text).flatMap(objectsIn);
  const readings = candidates.map((output): Reading => {
    return { output, errors: readResult(request, output, context).errors };
  });
  const [best] = readings.sort((a, b) => a.errors.length - b.errors.length);
  if (!best) return { output: null, valid: false, errors: wrong('', TASK_VALIDATION.notJson) };
  const valid = best.errors.length === 0;
  return { output: valid ? best.output : null, valid, errors: best.errors };
}

/** An object, or the value that a single name wraps. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.length === 1 ? objectsIn(value[0]) : [];
  if (!isObject(value)) return [];
  const [only, ...more] = Object.values(value);
  return [snakeCased(value), ...(more.length === 0 && isObject(only) ? [snakeCased(only)] : [])];
}

/**
 * Builds the result from an assistant's output: repairs what can be repaired and reports every other broken rule, with
 * pointers into the output.
 */
export function readResult(
  request: AssistRequest,
  output: AssistantOutput,
  context: ResultContext,
): Read {
  const fields = (typeof output === 'object' ? output : null) ?? {};
  const text = cleanText(typeof output === 'string' ? output : '');
  switch (request.helper) {
    case 'generate_task':
      return toGeneratedTask(fields, context.newTaskModelId);
    case 'improve_prompt': {
      const { field, definition } = request;
      const names = asWritten(definition.variables.map(({ name }) => name));
      const prompt = repairPrompt(text, names, definition[field]).slice(0, PROMPT_MAX);
      return {
        result: { helper: 'improve_prompt', field, prompt },
        errors: textErrors(prompt, MESSAGES.task.promptsNeeded),
      };
    }
    case 'describe_tool': {
      const unquoted = text.replace(/^["“]([^"“”]*)["”]$/, '$1');
      const description = unquoted.slice(0, TOOL_DESCRIPTION_MAX).toWellFormed();
      return {
        result: { helper: 'describe_tool', tool_name: request.tool_name, description },
        errors: textErrors(description, TASK_VALIDATION.toolDescription),
      };
    }
    case 'recommend_model':
      return readRecommendation(fields, context.models);
    case 'suggest_names': {
      const written = fields.names ?? fields.suggestions ?? fields.name;
      const texts = Array.isArray(written)
        ? written.map((one) => textOf(isObject(one) ? one.name : one))
        : textsOf(written);
      const names = texts.map((name) => oneLine(name.replace(/^\d+[.)]\s*/, ''), NAME_MAX));
      const distinct = [...new Set(names.filter(Boolean))].slice(0, MAX_NAMES);
      return {
        result: { helper: 'suggest_names', names: distinct },
        errors: distinct.length === 0 ? wrong('/names', VALIDATION.nameNeeded) : [],
      };
    }
  }
}

function textErrors(text: string, empty: string): FieldError[] {
  if (text === '') return wrong('', empty);
  return isRefusal(text) ? wrong('', TASK_VALIDATION.refused) : [];
}

function readRecommendation(
  fields: Readonly<Record<string, unknown>>,
  models: readonly Model[],
): Read {
  const modelOf = (written: unknown) => findModel(textOf(written), models);
  const chosen = modelOf(fields.model_id ?? fields.model ?? fields.recommended_model_id);
  const reasons = objectsOf(fields.reasons).flatMap((one): AssistReason[] => {
    const aspect = ASPECTS.find((name) => name === textOf(one.aspect ?? one.name).toLowerCase());
    const text = textOf(one.text ?? one.reason ?? one.description).trim();
    return aspect && text !== '' ? [{ aspect, text }] : [];
  });
  const alternatives = objectsOf(fields.alternatives).flatMap((one): AssistAlternative[] => {
    const model = modelOf(one.model_id ?? one.model ?? one.id ?? one.name);
    const text = textOf(one.text ?? one.reason ?? one.description).trim();
    return model && model !== chosen ? [{ model_id: model.id, text }] : [];
  });
  return {
    result: {
      helper: 'recommend_model',
      recommended_model_id: chosen?.id ?? '',
      reasons,
      alternatives: alternatives.slice(0, MAX_ALTERNATIVES),
    },
    errors: chosen ? [] : wrong('/model_id', TASK_VALIDATION.modelUnknown),
  };
}

/** A callable model, by its id, by the id without the provider, or by its name. */
function findModel(written: string, models: readonly Model[]): Model | undefined {
  const callable = models.filter(({ available }) => available);
  const wanted = written.trim().toLowerCase();
  const by = (nameOf: (model: Model) => string) =>
    callable.filter((model) => nameOf(model).toLowerCase() === wanted);
  const found = [
    by(({ id }) => id),
    by(({ id }) => id.replace(/^[^/]+\//, '')),
    by(({ name }) => name),
  ];
  return found.find(({ length }) => length === 1)?.[0];
}

function wrong(pointer: string, message: string): FieldError[] {
  return [{ pointer, message }];
}
