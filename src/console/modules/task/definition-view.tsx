import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { PropertyList } from '#console/ui/display/property-list.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import type {
  OutputField,
  OutputFormat,
  TaskDefinition,
  TaskRetrieval,
  TaskTool,
  TaskVariable,
} from '#generated/model/index.ts';

/** A read-only definition: prompts, variables, output format, model and parameters. */
export function DefinitionView({ definition }: { definition: TaskDefinition }) {
  const { system_prompt, user_prompt, variables, output_format, model_id } = definition;
  return (
    <Stack gap={20} pt={8}>
      <Section title="System prompt">
        <CodeBlock code={system_prompt} what="system prompt" maxHeight={320} wrap />
      </Section>
      <Section title="User prompt">
        <CodeBlock code={user_prompt} what="user prompt" maxHeight={320} wrap />
      </Section>
      <Section title="Variables" count={variables.length}>
        {variables.length === 0 ? (
          <Text size="sm" c="dimmed">
            None
          </Text>
        ) : (
          <PropertyList
            rows={variables.map((variable) => ({
              name: variable.name,
              value: variableType(variable),
              note: variable.description,
            }))}
          />
        )}
      </Section>
      <Section title="Output format">
        <Output format={output_format} />
      </Section>
      <Section title="Model">
        <Text size="sm" mb={8}>
          <span className="tl-mono">{model_id}</span>
        </Text>
        <Parameters parameters={definition.parameters} />
      </Section>
      {definition.tools && definition.tools.length > 0 && (
        <Section title="Tools" count={definition.tools.length}>
          <PropertyList
            rows={definition.tools.map((tool) => ({
              name: tool.name,
              value: toolType(tool),
              note: tool.description,
            }))}
          />
        </Section>
      )}
      {definition.retrieval && (
        <Section title="Retrieval">
          <PropertyList rows={retrievalRows(definition.retrieval)} />
        </Section>
      )}
    </Stack>
  );
}

function Section(props: { title: string; count?: number; children: ReactNode }) {
  return (
    <section>
      <SectionTitle order={3} note={props.count}>
        {props.title}
      </SectionTitle>
      {props.children}
    </section>
  );
}

function Output({ format }: { format: OutputFormat }) {
  if (format.type === 'text')
    return (
      <Text size="sm" c="dimmed">
        Plain text
      </Text>
    );
  return (
    <PropertyList
      rows={flat(format.fields ?? []).map(({ field, name }) => ({
        name,
        value: `${field.list ? 'list of ' : ''}${field.type}${optionsOf(field.options)}${field.required ? '' : ', optional'}`,
        note: field.description,
      }))}
    />
  );
}

/** Fields of all levels with their paths: `customer.name`. */
function flat(fields: readonly OutputField[], at = ''): { field: OutputField; name: string }[] {
  return fields.flatMap((field) => {
    const name = at + field.name;
    const inner = field.type === 'object' ? flat(field.fields ?? [], `${name}.`) : [];
    return [{ field, name }, ...inner];
  });
}

function toolType({ execution, url }: TaskTool): string {
  return url && (execution === 'webhook' || execution === 'mcp')
    ? `${execution} ${url}`
    : execution;
}

function retrievalRows(retrieval: TaskRetrieval) {
  const { collection_ids, query_variable, top_k, threshold } = retrieval;
  return [
    {
      name: 'collections',
      value: collection_ids.join(', ') || 'chosen when a task is created from it',
    },
    { name: 'query variable', value: `{${query_variable}}` },
    { name: 'passages', value: String(top_k) },
    ...(threshold === undefined ? [] : [{ name: 'score', value: `at least ${threshold}` }]),
  ];
}

function Parameters({ parameters }: { parameters: TaskDefinition['parameters'] }) {
  const set = Object.entries(parameters).filter(([, value]) => value !== undefined);
  if (set.length === 0) return null;
  return (
    <PropertyList
      rows={set.map(([name, value]) => ({
        name: name.replaceAll('_', ' '),
        value: Array.isArray(value)
          ? value.map((one) => JSON.stringify(one)).join(', ')
          : String(value),
      }))}
    />
  );
}

function variableType({ type, options, required, default: fallback }: TaskVariable): string {
  const need = required ? '' : ', optional';
  return `${type}${optionsOf(options)}${need}${fallback ? `, default “${fallback}”` : ''}`;
}

function optionsOf(options: readonly string[] | undefined): string {
  return options && options.length > 0 ? ` (${options.join(', ')})` : '';
}
