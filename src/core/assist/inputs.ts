import type { AssistRequest, Model, TaskDefinition } from '#generated/model/index.ts';
import { MICROS } from '../billing/money.ts';
import { outputSchema } from '../task/output/output-schema.ts';

/** The assistant's inputs for a request. A modified assistant may need fewer. */
export function assistantInputs(
  request: AssistRequest,
  models: readonly Model[],
): Record<string, unknown> {
  switch (request.helper) {
    case 'generate_task':
      return { description: request.description };
    case 'improve_prompt': {
      const { definition, field, wish } = request;
      const other = field === 'system_prompt' ? definition.user_prompt : definition.system_prompt;
      return {
        wish,
        field,
        prompt: definition[field],
        otherPrompt: other,
        variables: variableList(definition),
        output: outputOf(definition),
      };
    }
    case 'describe_tool': {
      const tool = (request.definition.tools ?? []).find(({ name }) => name === request.tool_name);
      return {
        name: request.tool_name,
        current: tool?.description ?? '',
        parameters: tool?.parameters ?? {},
        task: request.definition.system_prompt,
      };
    }
    case 'recommend_model':
      return {
        task: taskText(request.definition),
        models: models.filter(({ available }) => available).map(modelFacts),
        priority: request.priority ?? 'balanced',
      };
    case 'suggest_names':
      return { task: taskText(request.definition) };
  }
}

function taskText(definition: TaskDefinition): string {
  const tools = (definition.tools ?? []).map(({ name, description }) => `${name}: ${description}`);
  return [
    `System prompt:\n${definition.system_prompt}`,
    `User prompt:\n${definition.user_prompt}`,
    `Variables:\n${variableList(definition)}`,
    `Output:\n${outputOf(definition)}`,
    ...(tools.length > 0 ? [`Tools:\n${tools.join('\n')}`] : []),
  ].join('\n\n');
}

function variableList({ variables }: TaskDefinition): string {
  if (variables.length === 0) return 'none';
  return variables
    .map(({ name, type, description = '' }) => `${name} (${type}): ${description}`)
    .join('\n');
}

function outputOf({ output_format }: TaskDefinition): string {
  return output_format.type === 'text' ? 'Text' : JSON.stringify(outputSchema(output_format));
}

function modelFacts({ id, name, context_window, input_price, output_price, supports }: Model) {
  return {
    id,
    name,
    context_window,
    input_dollars: dollars(input_price),
    output_dollars: dollars(output_price),
    ...supports,
  };
}

/** Models are bad at calculating with micro-dollars. */
function dollars(micros: number | null): number | null {
  return micros === null ? null : micros / MICROS;
}
