import type { AskableModel, Message, OfferedTools, OutputConstraint } from '../../model/ask.ts';
import type { Capabilities, FormatStep } from '../../model/capabilities.ts';
import { outputSchemaOf, withSchemaInstruction } from './prompt.ts';
import type { RunJob } from './run-job.ts';

/**
 * How the output format reaches a model in one request; undefined if it doesn't: for texts, and while tools are called
 * at an endpoint where the format would keep the model from calling any.
 */
export function formatStep(
  { definition, capabilities }: RunJob,
  tools: OfferedTools | undefined,
): FormatStep | undefined {
  if (definition.output_format.type !== 'fields') return undefined;
  if (tools && !capabilities.tools_with_format) return undefined;
  return capabilities.format;
}

/** Whether the output has to be asked for in a request of its own, after the model has called tools. */
export function isFormattedLast(
  { definition }: Pick<RunJob, 'definition'>,
  { tools_with_format }: Capabilities,
): boolean {
  const { output_format, tools = [] } = definition;
  return output_format.type === 'fields' && tools.length > 0 && !tools_with_format;
}

/** What a request holds the output to. */
export function constraintOf(
  { definition }: RunJob,
  step: FormatStep | undefined,
): OutputConstraint | undefined {
  if (step === 'json_schema') return { type: step, schema: outputSchemaOf(definition) };
  return step === 'json_object' ? { type: step } : undefined;
}

const described = new WeakMap<readonly Message[], Map<boolean, readonly Message[]>>();

/**
 * Adds the schema to the prompt, unless the provider does. Grammars hold a model to a schema, but tell it nothing: it
 * would neither know the fields' names nor their descriptions. The same messages always return the same result.
 */
export function withFormat(
  { definition }: RunJob,
  { endpoint }: AskableModel,
  messages: readonly Message[],
  step: FormatStep | undefined,
  hasTools: boolean,
): readonly Message[] {
  const isTold = endpoint === undefined && step === 'json_schema';
  if (definition.output_format.type !== 'fields' || isTold) return messages;
  const known = described.get(messages) ?? new Map<boolean, readonly Message[]>();
  described.set(messages, known);
  const made = known.get(hasTools);
  if (made) return made;
  const added = withSchemaInstruction(messages, outputSchemaOf(definition), hasTools);
  known.set(hasTools, added);
  return added;
}
