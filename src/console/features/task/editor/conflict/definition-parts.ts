import {
  type Merged,
  mergeNamed,
  mergeObject,
  mergeValue,
} from '#console/modules/draft/conflict/merge.ts';
import { mergeText } from '#console/modules/draft/conflict/merge-text.ts';
import type { PartRule, PartTable } from '#console/modules/draft/conflict/three-way.ts';
import type { OutputFormat, TaskDefinition } from '#generated/model/index.ts';

const prompt = (label: string): PartRule<string> => ({
  label,
  isText: true,
  merge: mergeText,
  lines: (text) => text.split('\n'),
});

/** How the parts of a definition are compared and merged. */
export const DEFINITION_PARTS: PartTable<TaskDefinition> = {
  system_prompt: prompt('System prompt'),
  user_prompt: prompt('User prompt'),
  variables: {
    label: 'Variables',
    merge: mergeNamed,
    lines: (variables) => variables.map(lineOf),
  },
  strict_inputs: { label: 'Strict inputs', lines: (strict) => [strict ? 'on' : 'off'] },
  output_format: {
    label: 'Output format',
    merge: mergeFormat,
    lines: ({ type, fields = [] }) => (type === 'text' ? ['text'] : fields.map(lineOf)),
  },
  model_id: { label: 'Model', lines: (id) => [id] },
  parameters: {
    label: 'Parameters',
    merge: mergeObject,
    lines: (parameters) =>
      Object.entries(parameters).map(([name, value]) =>
        Array.isArray(value) ? `${name}: ${JSON.stringify(value)}` : `${name}: ${value}`,
      ),
  },
  tools: {
    label: 'Tools',
    merge: (base, mine, theirs) => mergeNamed(base ?? [], mine ?? [], theirs ?? []),
    lines: (tools) => (tools ?? []).map(lineOf),
  },
  tool_choice: { label: 'Tool choice', lines: (choice) => [choice?.type ?? 'auto'] },
  retrieval: { label: 'Retrieval', lines: retrievalLines },
};

function mergeFormat(
  base: OutputFormat,
  mine: OutputFormat,
  theirs: OutputFormat,
): Merged<OutputFormat> {
  const type = mergeValue(base.type, mine.type, theirs.type);
  const fields = mergeNamed(base.fields ?? [], mine.fields ?? [], theirs.fields ?? []);
  const hasFields = mine.fields !== undefined || theirs.fields !== undefined;
  return {
    value: { type: type.value, ...(hasFields && { fields: fields.value }) },
    clashes: type.clashes + fields.clashes,
  };
}

function retrievalLines(retrieval: TaskDefinition['retrieval']): string[] {
  if (!retrieval) return ['off'];
  return Object.entries(retrieval).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`);
}

function lineOf({ name, ...rest }: { name: string } & Record<string, unknown>): string {
  const details = Object.entries(rest).flatMap(([key, value]) => {
    if (value === false || value === undefined || value === '') return [];
    if (value === true) return [key];
    const isPlain = Array.isArray(value) && value.every((item) => typeof item !== 'object');
    const text = isPlain
      ? value.join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
    return [key === 'type' ? text : `${key}: ${text}`];
  });
  return `${name} · ${details.join(' · ')}`;
}
