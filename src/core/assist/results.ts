import type {
  AssistAlternative,
  AssistReason,
  AssistRequest,
  AssistResult,
  FieldError,
  Model,
} from '#generated/model/index.ts';
import { NAME_MAX, PROMPT_MAX } from '../limits.ts';
import { MESSAGES, VALIDATION } from '../messages.ts';
import { oneLine, toGeneratedTask, type WrittenTask } from './generated-task.ts';
import { asWritten, mendPrompt } from './mend-prompt.ts';

/** What a run of a helper came to: a text, or what its fields hold. */
export type HelperOutput = string | Readonly<Record<string, unknown>> | null;

export interface ResultContext {
  models: readonly Model[];
  /** What a generated task begins with. */
  newTaskModelId: string;
}

interface Read {
  result: AssistResult;
  errors: FieldError[];
}

const MAX_NAMES = 5;
const TOOL_DESCRIPTION_MAX = 4000;

/**
 * Makes the result of what a helper wrote: mends what can be mended, and tells what else breaks a rule, with pointers
 * into what was written.
 */
export function readResult(
  request: AssistRequest,
  output: HelperOutput,
  context: ResultContext,
): Read {
  const fields = (typeof output === 'object' ? output : null) ?? {};
  const text = typeof output === 'string' ? output : '';
  switch (request.helper) {
    case 'generate_task':
      return toGeneratedTask(fields as WrittenTask, context.newTaskModelId);
    case 'improve_prompt': {
      const { field, definition } = request;
      const names = asWritten(definition.variables.map(({ name }) => name));
      const prompt = mendPrompt(text, names).slice(0, PROMPT_MAX);
      return {
        result: { helper: 'improve_prompt', field, prompt },
        errors: prompt === '' ? wrong('', MESSAGES.task.promptsNeeded) : [],
      };
    }
    case 'describe_tool': {
      const description = text.trim().slice(0, TOOL_DESCRIPTION_MAX);
      return {
        result: { helper: 'describe_tool', tool_name: request.tool_name, description },
        errors: description === '' ? wrong('', VALIDATION.toolDescription) : [],
      };
    }
    case 'recommend_model':
      return readRecommendation(fields, context.models);
    case 'suggest_names': {
      const names = texts(fields.names).map((name) => oneLine(name, NAME_MAX));
      const distinct = [...new Set(names.filter(Boolean))].slice(0, MAX_NAMES);
      return {
        result: { helper: 'suggest_names', names: distinct },
        errors: distinct.length === 0 ? wrong('/names', VALIDATION.nameNeeded) : [],
      };
    }
  }
}

function readRecommendation(
  fields: Readonly<Record<string, unknown>>,
  models: readonly Model[],
): Read {
  const isKnown = (id: unknown) => models.some((model) => model.id === id && model.available);
  const { model_id } = fields;
  const alternatives = (fields.alternatives ?? []) as AssistAlternative[];
  return {
    result: {
      helper: 'recommend_model',
      recommended_model_id: String(model_id ?? ''),
      reasons: (fields.reasons ?? []) as AssistReason[],
      alternatives: alternatives.filter(
        (one) => isKnown(one.model_id) && one.model_id !== model_id,
      ),
    },
    errors: isKnown(model_id) ? [] : wrong('/model_id', VALIDATION.modelUnknown),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function wrong(pointer: string, message: string): FieldError[] {
  return [{ pointer, message }];
}
