import type { ReactNode } from 'react';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import type {
  OutputField,
  OutputFormat,
  TaskDefinition,
  TaskRetrieval,
  TaskTool,
  TaskVariable,
} from '#generated/model/index.ts';
import classes from './definition-view.module.css';

/** A definition to read: prompts, variables, output format, model and its parameters. */
export function DefinitionView({ definition }: { definition: TaskDefinition }) {
  const { system_prompt, user_prompt, variables, output_format, model_id } = definition;
  return (
    <div className={classes.definition}>
      <Section title="System prompt">
        <CodeBlock code={system_prompt} label="the system prompt" maxHeight={320} wrap />
      </Section>
      <Section title="User prompt">
        <CodeBlock code={user_prompt} label="the user prompt" maxHeight={320} wrap />
      </Section>
      <Section title="Variables" count={variables.length}>
        {variables.length === 0 ? (
          <p className={classes.none}>None</p>
        ) : (
          <Rows
            rows={variables.map((variable) => ({
              name: variable.name,
              type: variableType(variable),
              text: variable.description,
            }))}
          />
        )}
      </Section>
      <Section title="Output format">
        <Output format={output_format} />
      </Section>
      <Section title="Model">
        <p className={classes.model}>
          <span className="tl-mono">{model_id}</span>
        </p>
        <Parameters parameters={definition.parameters} />
      </Section>
      {definition.tools && definition.tools.length > 0 && (
        <Section title="Tools" count={definition.tools.length}>
          <Rows
            rows={definition.tools.map((tool) => ({
              name: tool.name,
              type: toolType(tool),
              text: tool.description,
            }))}
          />
        </Section>
      )}
      {definition.retrieval && (
        <Section title="Retrieval">
          <Rows rows={retrievalRows(definition.retrieval)} />
        </Section>
      )}
    </div>
  );
}

function Section(props: { title: string; count?: number; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.sectionTitle}>
        {props.title}
        {props.count !== undefined && <span className={classes.count}>{props.count}</span>}
      </h3>
      {props.children}
    </section>
  );
}

function Output({ format }: { format: OutputFormat }) {
  if (format.type === 'text') return <p className={classes.none}>Text, as the model writes it</p>;
  return (
    <Rows
      rows={flat(format.fields ?? []).map(({ field, name }) => ({
        name,
        type: `${field.list ? 'list of ' : ''}${field.type}${optionsOf(field.options)}${field.required ? '' : ', optional'}`,
        text: field.description,
      }))}
    />
  );
}

/** Fields on all levels, with the way to each: `customer.name`. */
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
    { name: 'collections', type: collection_ids.join(', ') },
    { name: 'searched for', type: `{${query_variable}}` },
    { name: 'passages', type: String(top_k) },
    ...(threshold === undefined ? [] : [{ name: 'score', type: `at least ${threshold}` }]),
  ];
}

function Parameters({ parameters }: { parameters: TaskDefinition['parameters'] }) {
  const set = Object.entries(parameters).filter(([, value]) => value !== undefined);
  if (set.length === 0) return null;
  return (
    <Rows
      rows={set.map(([name, value]) => ({ name: name.replaceAll('_', ' '), type: String(value) }))}
    />
  );
}

function Rows({ rows }: { rows: { name: string; type: string; text?: string | undefined }[] }) {
  return (
    <dl className={classes.rows}>
      {rows.map(({ name, type, text }) => (
        <div key={name}>
          <dt className="tl-mono">{name}</dt>
          <dd>
            {type}
            {text && <span className={classes.rowText}>{text}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function variableType({ type, options, required, default: fallback }: TaskVariable): string {
  const need = required ? '' : ', optional';
  return `${type}${optionsOf(options)}${need}${fallback ? `, default “${fallback}”` : ''}`;
}

function optionsOf(options: readonly string[] | undefined): string {
  return options && options.length > 0 ? ` (${options.join(', ')})` : '';
}
