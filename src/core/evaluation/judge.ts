import type {
  EvaluationCheck,
  EvaluationCheckResult,
  RunResult,
  TaskVariable,
} from '#generated/model/index.ts';
import { knownInputs } from '../task/input/inputs.ts';

/** What a judge may receive, by the names of its variables. */
export interface JudgeMaterial {
  inputs: Readonly<Record<string, unknown>>;
  output: RunResult;
  expected: RunResult;
}

/** The judge's inputs: `inputs`, `output` and `expected`, as far as it has variables for them. */
export function judgeInputs(
  variables: readonly TaskVariable[],
  material: JudgeMaterial,
): Record<string, unknown> {
  const entries = Object.entries(knownInputs(variables, { ...material })).map(([name, value]) => {
    const isJson = variables.find((variable) => variable.name === name)?.type === 'json';
    return [name, isJson || typeof value === 'string' ? value : JSON.stringify(value, null, 2)];
  });
  return Object.fromEntries(entries);
}

/** The verdict in a judge's output: the field `passed`, or a text that starts with yes, pass or true. */
export function judgeVerdict(check: EvaluationCheck, output: RunResult): EvaluationCheckResult {
  if (typeof output === 'object' && output !== null) {
    const { passed, reason } = output as { passed?: unknown; reason?: unknown };
    if (typeof passed === 'boolean') {
      const why = typeof reason === 'string' && reason ? reason : 'The judge refused';
      return { check, passed, message: passed ? '' : why };
    }
  }
  if (typeof output === 'string') {
    const passed = /^\W*(yes|pass(ed|es)?|true)\b/i.test(output);
    return { check, passed, message: passed ? '' : output.trim().slice(0, 500) };
  }
  return {
    check,
    passed: false,
    not_evaluated: true,
    message: 'The judge returned neither a field `passed` (true or false) nor text',
  };
}
