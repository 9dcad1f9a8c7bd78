import { isVariableName, parsePrompt, variablesOf } from '#core/prompt/parse.ts';
import { plainName } from '#core/prompt/plain-name.ts';
import type { TaskDefinition, TaskVariable } from '#generated/model/index.ts';
import { editRow } from './row-ids.ts';

/** A new variable before anything else is set. */
function newVariable(name: string): TaskVariable {
  return { name, type: 'text', required: true };
}

/** Adds a variable unless the name is taken. */
export function addVariable(definition: TaskDefinition, name: string): TaskDefinition {
  if (definition.variables.some((variable) => variable.name === name)) return definition;
  return { ...definition, variables: [...definition.variables, newVariable(name)] };
}

/** An unused variable name: `input`, `inputB`, `inputC` … (names cannot contain digits). */
export function freeName(definition: TaskDefinition): string {
  const taken = new Set(definition.variables.map((variable) => variable.name));
  let name = 'input';
  for (let i = 1; taken.has(name); i++) name = `input${letters(i)}`;
  return name;
}

/** 1 → B, 25 → Z, 26 → AA … */
function letters(index: number): string {
  const rest = index >= 26 ? letters(Math.floor(index / 26) - 1) : '';
  return rest + String.fromCharCode(65 + (index % 26));
}

/** Changes any property of a variable except its name. */
export function changeVariable(
  definition: TaskDefinition,
  index: number,
  change: Omit<Partial<TaskVariable>, 'name'>,
): TaskDefinition {
  const variables = definition.variables.map((variable, i) =>
    i === index ? editRow(variable, change) : variable,
  );
  return { ...definition, variables };
}

/**
 * Renames a variable, including where the prompts use it. Names that are not plain words yet are renamed too, so that
 * the prompts follow once the name is corrected.
 */
export function renameVariable(
  definition: TaskDefinition,
  index: number,
  name: string,
): TaskDefinition {
  const before = definition.variables[index];
  if (!before || before.name === name) return definition;
  const rename = (prompt: string) => renameInPrompt(prompt, before.name, name);
  return {
    ...definition,
    system_prompt: rename(definition.system_prompt),
    user_prompt: rename(definition.user_prompt),
    variables: definition.variables.map((variable, i) =>
      i === index ? editRow(variable, { name }) : variable,
    ),
  };
}

/** The prompt with `{from}` replaced by `{to}`; literal braces and other variables stay unchanged. */
export function renameInPrompt(prompt: string, from: string, to: string): string {
  // Braces and line breaks would change how the prompt is parsed.
  if (from === '' || /[{}\n]/.test(to)) return prompt;
  let renamed = '';
  for (const segment of parsePrompt(prompt)) {
    const isUse =
      (segment.type === 'variable' || segment.type === 'bad_name') && segment.name === from;
    renamed += isUse ? `{${to}}` : prompt.slice(segment.start, segment.end);
  }
  return renamed;
}

/** The plain word that the user probably meant, for names that are not plain words. */
export function suggestedName(written: string): string | null {
  const plain = isVariableName(written) ? undefined : plainName(written);
  return plain ?? null;
}

/** The variables that an edit removed from a prompt, and the undefined ones that it uses. */
export function variableChanges(
  before: string,
  after: string,
  known: readonly Pick<TaskVariable, 'name'>[],
): { gone: string[]; unknown: string[] } {
  const old = variablesOf(parsePrompt(before));
  const next = variablesOf(parsePrompt(after));
  const isKnown = (name: string) => known.some((variable) => variable.name === name);
  return {
    gone: old.filter((name) => !next.includes(name)),
    unknown: next.filter((name) => !old.includes(name) && !isKnown(name)),
  };
}
