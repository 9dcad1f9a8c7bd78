import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { diagnosePrompt, type PromptDiagnostic, type QuickFix } from '#core/prompt/diagnose.ts';
import type { PromptEdit } from '#core/prompt/edits.ts';
import { promptHost, variablesField } from './prompt-variables.ts';

/** A prompt full of braces has thousands of problems; nobody reads more than these. */
const SHOWN = 200;
const PAUSE_MS = 250;

/** The problems in the editor's text. */
export function diagnose(state: EditorState): PromptDiagnostic[] {
  return diagnosePrompt(state.doc.toString(), state.field(variablesField));
}

/**
 * Applies a fix.
 * @param found where the problem was found; edits since then are mapped
 */
export function applyFix(view: EditorView, fix: QuickFix, moved = 0): void {
  if (fix.edits.length > 0) {
    view.dispatch({ changes: toChanges(fix.edits, moved), userEvent: 'input.fix' });
  }
  if (fix.addVariable !== undefined) view.state.facet(promptHost).addVariable(fix.addVariable);
}

/** Edits of a prompt as CodeMirror changes. */
export function toChanges(edits: readonly PromptEdit[], moved = 0) {
  return edits.map(({ start, end, text }) => ({
    from: start + moved,
    to: end + moved,
    insert: text,
  }));
}

function toDiagnostic(problem: PromptDiagnostic): Diagnostic {
  return {
    from: problem.start,
    to: problem.end,
    severity: problem.severity,
    message: problem.message,
    actions: problem.fixes.map((fix) => ({
      name: fix.label,
      apply: (view, from) => applyFix(view, fix, from - problem.start),
    })),
  };
}

/** The problem at the cursor, else the next one, else the first. */
export function problemAt(state: EditorState): PromptDiagnostic | undefined {
  const problems = diagnose(state);
  const { head } = state.selection.main;
  return problems.find((problem) => problem.end >= head) ?? problems[0];
}

function fixNext(view: EditorView): boolean {
  const problem = problemAt(view.state);
  const fix = problem?.fixes[0];
  if (!problem || !fix) return false;
  view.dispatch({ selection: { anchor: problem.start }, scrollIntoView: true });
  applyFix(view, fix);
  return true;
}

/** A name that is still being typed isn't an error yet. */
export function isBeingTyped(state: EditorState, { code, start, end }: PromptDiagnostic): boolean {
  const { head, empty } = state.selection.main;
  return code !== 'pasted_json' && empty && start < head && head < end;
}

/**
 * Live diagnostics, debounced after typing.
 * @param onProblems called with the problems after each check
 */
export function promptProblems(onProblems: (problems: PromptDiagnostic[]) => void): Extension {
  let someUnfinished = false;
  return [
    linter(
      (view) => {
        const all = diagnose(view.state);
        const problems = view.hasFocus ? all.filter((one) => !isBeingTyped(view.state, one)) : all;
        someUnfinished = problems.length < all.length;
        onProblems(problems);
        return problems.slice(0, SHOWN).map(toDiagnostic);
      },
      {
        delay: PAUSE_MS,
        needsRefresh: (update) =>
          update.startState.field(variablesField) !== update.state.field(variablesField) ||
          (someUnfinished && (update.selectionSet || update.focusChanged)),
      },
    ),
    keymap.of([{ key: 'Mod-.', run: fixNext }]),
  ];
}
