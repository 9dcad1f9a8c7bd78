import { exampleOf } from '#core/json/example-value.ts';
import type { FieldError, Run, TaskDefinition } from '#generated/model/index.ts';
import { checkDefinition } from '../definition/definition.ts';
import { acceptedSchema, inputSchema } from '../input/input-schema.ts';
import { checkInputs } from '../input/inputs.ts';
import { checkOutput } from '../output/output.ts';
import { outputSchema } from '../output/output-schema.ts';

/** One revision of a task, as its callers see it. */
export interface TaskContract {
  /** Absolute URL of the API, for example `http://localhost:4000/api/v1`. */
  baseUrl: string;
  orgId: string;
  projectId: string;
  taskId: string;
  taskName: string;
  /** Null for the draft. */
  revision: number | null;
  definition: Pick<TaskDefinition, 'variables' | 'strict_inputs' | 'output_format' | 'model_id'>;
  /** The last run tried in the console, used as an example. */
  lastRun?: { inputs: Record<string, unknown>; output: unknown } | undefined;
}

/** A JSON Schema that we generate. */
export type Schema = Record<string, unknown>;

/** The `revision` to send to call this one. */
export function targetOf({ revision }: Pick<TaskContract, 'revision'>): string {
  return revision === null ? 'draft' : String(revision);
}

/** The inputs with the types of their variables, as typed clients send them: accepted whether inputs are strict or not. */
export function inputsOf({ definition }: TaskContract): Schema {
  return inputSchema(definition.variables);
}

/** Everything that a call may send as `inputs`. */
export function acceptedInputsOf({ definition }: TaskContract): Schema {
  return acceptedSchema(definition);
}

/** The `output` of a successful run. */
export function outputOf({ definition }: TaskContract): Schema {
  return outputSchema(definition.output_format);
}

/**
 * Why a draft cannot have a contract: the errors in its variables or output format. Prompts may be missing, since
 * callers do not see them.
 */
export function contractErrors(definition: TaskDefinition): FieldError[] {
  return checkDefinition(definition, { at: '/definition' }).filter(({ pointer }) =>
    /^\/definition\/(variables|output_format)/.test(pointer),
  );
}

/** Longer examples would only clutter a document. */
const EXAMPLE_MAX = 20_000;

/** An example from a run, if the run is short and still matches the definition, which may have changed since. */
export function exampleFrom(
  { definition }: Pick<TaskContract, 'definition'>,
  run: Pick<Run, 'inputs' | 'output'> | undefined,
): TaskContract['lastRun'] {
  if (run === undefined || JSON.stringify([run.inputs, run.output]).length > EXAMPLE_MAX) return;
  const text = typeof run.output === 'string' ? run.output : JSON.stringify(run.output);
  const fits =
    checkInputs(definition.variables, run.inputs).errors.length === 0 &&
    checkOutput(definition.output_format, text).valid;
  return fits ? { inputs: run.inputs, output: run.output } : undefined;
}

/** The inputs of an example call: the variables' examples and defaults; required inputs are always included. */
export function exampleInputs(contract: TaskContract): Record<string, unknown> {
  const { properties, required } = inputsOf(contract) as {
    properties: Record<string, Schema & { examples?: unknown[] }>;
    required: string[];
  };
  const inputs: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (schema.examples !== undefined) inputs[name] = schema.examples[0];
    else if (required.includes(name)) inputs[name] = exampleOf(schema, { seed: name });
  }
  return inputs;
}
