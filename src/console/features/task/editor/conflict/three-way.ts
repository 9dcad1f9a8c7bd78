import type { OutputFormat, TaskDefinition } from '#generated/model/index.ts';
import { same } from '../draft/canonical.ts';
import { type Merged, mergeNamed, mergeObject, mergeText, mergeValue } from './merge.ts';

export type PartKey = keyof TaskDefinition;
export type Choice = 'mine' | 'theirs' | 'merged';

/** A part of the definition in which two versions differ. */
export interface Part {
  key: PartKey;
  label: string;
  /** Which side changed it since the common base. */
  changedBy: 'mine' | 'theirs' | 'both';
  /** Both changes merged; null where they can't be. */
  merged: Merged<TaskDefinition[PartKey]> | null;
  /** The suggested choice; null when the user has to decide. */
  suggestion: Choice | null;
}

const labels: Record<PartKey, string> = {
  system_prompt: 'System prompt',
  user_prompt: 'User prompt',
  variables: 'Variables',
  strict_inputs: 'Strict inputs',
  output_format: 'Output format',
  model_id: 'Model',
  parameters: 'Parameters',
  tools: 'Tools',
  tool_choice: 'Tool choice',
  retrieval: 'Retrieval',
};

/** The parts in which two versions of a definition differ, in the editor's order. */
export function compareParts(
  base: TaskDefinition,
  mine: TaskDefinition,
  theirs: TaskDefinition,
): Part[] {
  const keys = Object.keys(labels) as PartKey[];
  return keys
    .filter((key) => !same(mine[key], theirs[key]))
    .map((key) => {
      const label = labels[key];
      if (same(theirs[key], base[key]))
        return { key, label, changedBy: 'mine', merged: null, suggestion: 'mine' };
      if (same(mine[key], base[key]))
        return { key, label, changedBy: 'theirs', merged: null, suggestion: 'theirs' };
      const merged = mergePart(key, base, mine, theirs);
      const suggestion = merged?.clashes === 0 ? 'merged' : null;
      return { key, label, changedBy: 'both', merged, suggestion };
    });
}

function mergePart(
  key: PartKey,
  base: TaskDefinition,
  mine: TaskDefinition,
  theirs: TaskDefinition,
): Part['merged'] {
  if (key === 'system_prompt' || key === 'user_prompt')
    return mergeText(base[key], mine[key], theirs[key]);
  if (key === 'variables') return mergeNamed(base[key], mine[key], theirs[key]);
  if (key === 'parameters') return mergeObject(base[key], mine[key], theirs[key]);
  if (key === 'tools') return mergeNamed(base.tools ?? [], mine.tools ?? [], theirs.tools ?? []);
  if (key === 'output_format') return mergeFormat(base[key], mine[key], theirs[key]);
  return null;
}

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

/** The decision for each part: one of the versions, or edited text. */
export type Decisions = Partial<Record<PartKey, { choice: Choice; text?: string }>>;

/** Whether every part has a decision. */
export function allDecided(parts: readonly Part[], decisions: Decisions): boolean {
  return parts.every(({ key }) => decisions[key] !== undefined);
}

/** The definition that results from the decisions. Undecided parts keep mine. */
export function resolveWith(
  parts: readonly Part[],
  decisions: Decisions,
  mine: TaskDefinition,
  theirs: TaskDefinition,
): TaskDefinition {
  const result: TaskDefinition = { ...mine };
  for (const { key, merged } of parts) {
    const decision = decisions[key];
    if (!decision) continue;
    const chosen =
      decision.text ??
      (decision.choice === 'theirs'
        ? theirs[key]
        : decision.choice === 'merged'
          ? (merged?.value ?? mine[key])
          : mine[key]);
    Object.assign(result, { [key]: chosen });
  }
  return result;
}

/** A part as lines of text, for display. */
export function linesOf(key: PartKey, definition: TaskDefinition): string[] {
  if (key === 'system_prompt' || key === 'user_prompt') return definition[key].split('\n');
  if (key === 'model_id') return [definition.model_id];
  if (key === 'parameters')
    return Object.entries(definition.parameters).map(([name, value]) =>
      Array.isArray(value) ? `${name}: ${JSON.stringify(value)}` : `${name}: ${value}`,
    );
  if (key === 'variables') return definition.variables.map(lineOf);
  if (key === 'strict_inputs') return [definition.strict_inputs ? 'on' : 'off'];
  if (key === 'tools') return (definition.tools ?? []).map(lineOf);
  if (key === 'tool_choice') return [definition.tool_choice?.type ?? 'auto'];
  if (key === 'retrieval') return retrievalLines(definition);
  const { type, fields = [] } = definition.output_format;
  return type === 'text' ? ['text'] : fields.map(lineOf);
}

function retrievalLines({ retrieval }: TaskDefinition): string[] {
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
