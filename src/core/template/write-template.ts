import type {
  EvaluationCheck,
  OutputField,
  TaskDefinition,
  TaskRetrieval,
  TaskVariable,
} from '#generated/model/index.ts';
import type { InputValues } from '../task/input/input-values.ts';
import { parseFormValue } from '../task/input/inputs.ts';

/** A built-in template. */
export interface ProductTemplate {
  /** A short name, used in URLs: `/templates?template=classify`. */
  id: string;
  name: string;
  description: string;
  tags: readonly string[];
  /**
   * Its `model_id` is empty: a task created from it starts with the same model as any new task. If it retrieves passages,
   * the collections are chosen when a task is created from it.
   */
  definition: TaskDefinition;
  /** What a strong model returned for the examples of the variables. */
  output: Output;
  /** What every output must satisfy; a check without a value of its own uses that of the sample's output. */
  checks: readonly EvaluationCheck[];
  /** Inputs harder than the examples, and what a strong model returned. */
  more: readonly { inputs: InputValues; output: Output }[];
}

type Output = string | Record<string, unknown>;

interface Written extends Omit<ProductTemplate, 'definition'> {
  system: string;
  user: string;
  variables: readonly TaskVariable[];
  /** Absent for text. */
  fields?: readonly OutputField[];
  /** Absent if it searches no documents. */
  retrieval?: TaskRetrieval;
  /** 0 to 2; low if there is only one right output. */
  temperature: number;
}

/** Builds a template. Every variable has an example; together they are the sample's inputs. */
export function template(written: Written): ProductTemplate {
  const { system, user, variables, fields, retrieval, temperature, ...rest } = written;
  return {
    ...rest,
    definition: {
      system_prompt: system,
      user_prompt: user,
      variables: [...variables],
      // As in any new task: its document says exactly what a call may send.
      strict_inputs: true,
      output_format: fields ? { type: 'fields', fields: [...fields] } : { type: 'text' },
      model_id: '',
      parameters: { temperature },
      ...(retrieval && { retrieval }),
    },
  };
}

/** The examples of the variables, as inputs of a run. */
export function inputsFromExamples(variables: readonly TaskVariable[]): InputValues {
  const values: InputValues = {};
  for (const variable of variables) {
    const parsed = parseFormValue(variable, variable.example ?? '');
    if (parsed.ok && parsed.value !== undefined) values[variable.name] = parsed.value;
  }
  return values;
}

type MoreOfVariable = Partial<Omit<TaskVariable, 'name' | 'description' | 'example'>>;

/** A variable; required text unless `more` says otherwise. */
export function input(
  name: string,
  description: string,
  example: string,
  more: MoreOfVariable = {},
): TaskVariable {
  return { name, type: 'text', required: true, description, example, ...more };
}

/** An output field that contains objects. */
export function objects(name: string, description: string, fields: OutputField[]): OutputField {
  return { name, type: 'object', required: true, list: true, description, fields };
}

/** Checks that these fields equal the sample's output. */
export function equal(...fields: string[]): EvaluationCheck[] {
  return fields.map((field) => ({ type: 'equals', field }));
}

/** A field, or the whole output, must match a regular expression. */
export function matches(value: string, field?: string): EvaluationCheck {
  return { type: 'matches', value, ...(field && { field }) };
}

type MoreOfField = Partial<Pick<OutputField, 'required' | 'list'>>;

/** An output field; a required single value unless `more` says otherwise. */
export function field(
  name: string,
  type: Exclude<OutputField['type'], 'choice'>,
  description: string,
  more: MoreOfField = {},
): OutputField {
  return { name, type, required: true, list: false, description, ...more };
}

/** An output field with one of the options. */
export function oneOf(
  name: string,
  options: readonly string[],
  description: string,
  more: MoreOfField = {},
): OutputField {
  return {
    name,
    type: 'choice',
    required: true,
    list: false,
    description,
    options: [...options],
    ...more,
  };
}
