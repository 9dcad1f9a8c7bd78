import { MESSAGES } from '../messages.ts';
import { TASK_VALIDATION } from '../task/task-validation.ts';
import type { PromptEdit } from './edits.ts';
import { findJson } from './json-region.ts';
import { type PromptSegment, parsePrompt } from './parse.ts';
import { nearestName, plainName } from './plain-name.ts';

/** A fix that takes one click: edits of the prompt, and of the list of variables. */
export interface QuickFix {
  label: string;
  edits: PromptEdit[];
  addVariable?: string;
}

/** A mistake in a prompt, from `start` to `end`. */
export interface PromptDiagnostic {
  code: 'bad_name' | 'lone_brace' | 'pasted_json' | 'unknown_variable';
  severity: 'error';
  start: number;
  end: number;
  message: string;
  fixes: QuickFix[];
}

/**
 * Finds the mistakes in a prompt, in text order, each with its quick fixes. Linear in the length of the text; never
 * throws.
 * @param names the task's variables; without them, unknown variables are not reported
 */
export function diagnosePrompt(text: string, names?: readonly string[]): PromptDiagnostic[] {
  const segments = parsePrompt(text);
  const json = findJson(text, segments);
  const known = names && new Set(names);
  const nearest = new Map<string, string | undefined>();
  const found: PromptDiagnostic[] = [];
  let region = 0;
  for (const segment of segments) {
    while ((json[region]?.end ?? text.length) <= segment.start && region < json.length) region += 1;
    const inside = json[region];
    if (inside && segment.start >= inside.start && segment.type !== 'variable') {
      if (segment.start === inside.start)
        found.push(pastedJson(inside.start, inside.end, inside.edits));
    } else if (segment.type === 'bad_name') {
      found.push(badName(segment));
    } else if (segment.type === 'lone_brace') {
      found.push(loneBrace(segment));
    } else if (segment.type === 'variable' && known && !known.has(segment.name)) {
      if (!nearest.has(segment.name)) nearest.set(segment.name, nearestName(segment.name, known));
      found.push(unknownVariable(segment, nearest.get(segment.name)));
    }
  }
  return found;
}

function badName(segment: Extract<PromptSegment, { type: 'bad_name' }>): PromptDiagnostic {
  const { start, end, name } = segment;
  const double = { label: 'Escape braces', edits: [{ start, end, text: `{{${name}}}` }] };
  const plain = plainName(name);
  const rename = plain && { label: `Use {${plain}}`, edits: [{ start, end, text: `{${plain}}` }] };
  return {
    code: 'bad_name',
    severity: 'error',
    start,
    end,
    message: MESSAGES.task.promptSyntax,
    fixes: rename ? [rename, double] : [double],
  };
}

function loneBrace(segment: Extract<PromptSegment, { type: 'lone_brace' }>): PromptDiagnostic {
  const { start, end, value } = segment;
  const edits = [{ start, end, text: value + value }];
  const fixes = [{ label: `Escape brace: ${value}${value}`, edits }];
  return {
    code: 'lone_brace',
    severity: 'error',
    start,
    end,
    message: MESSAGES.task.promptSyntax,
    fixes,
  };
}

function pastedJson(start: number, end: number, edits: PromptEdit[]): PromptDiagnostic {
  const fixes = [{ label: 'Escape braces', edits }];
  return {
    code: 'pasted_json',
    severity: 'error',
    start,
    end,
    message: MESSAGES.task.promptSyntax,
    fixes,
  };
}

function unknownVariable(
  segment: Extract<PromptSegment, { type: 'variable' }>,
  nearest: string | undefined,
): PromptDiagnostic {
  const { start, end, name } = segment;
  const add = { label: `Add variable ${name}`, edits: [], addVariable: name };
  const use = nearest && {
    label: `Use {${nearest}}`,
    edits: [{ start, end, text: `{${nearest}}` }],
  };
  const double = { label: 'Escape braces', edits: [{ start, end, text: `{{${name}}}` }] };
  return {
    code: 'unknown_variable',
    severity: 'error',
    start,
    end,
    message: TASK_VALIDATION.unknownVariable(name),
    fixes: use ? [use, add, double] : [add, double],
  };
}
