import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState, Prec, StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { isVariableName, parsePrompt } from '#core/prompt/parse.ts';
import { promptHost, variablesField } from './prompt-variables.ts';

/** Inserts `name}` in place of what was typed after the brace. */
function insertName(
  view: EditorView,
  completion: Completion,
  name: string,
  from: number,
  to: number,
) {
  // The closing brace may already be there, typed or inserted by the editor.
  const end = view.state.sliceDoc(to, to + 1) === '}' ? to + 1 : to;
  view.dispatch({
    changes: { from, to: end, insert: `${name}}` },
    selection: { anchor: from + name.length + 1 },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
  });
}

/** Completions for the braces before the cursor; null outside an open brace. */
export function completeVariable(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const typed = /[A-Za-z]*$/.exec(before)?.[0] ?? '';
  // `{{` is a literal brace. The parser decides whether the last one opens a variable.
  const open = parsePrompt(before.slice(0, before.length - typed.length)).at(-1);
  if (open?.type !== 'lone_brace' || open.value !== '{') return null;
  const names = context.state.field(variablesField);
  const options: Completion[] = fitting(names, typed).map((name) => ({
    label: name,
    type: 'variable',
    apply: (view, completion, from, to) => insertName(view, completion, name, from, to),
  }));
  if (isVariableName(typed) && !names.includes(typed)) {
    options.push({
      label: typed,
      displayLabel: `Create variable “${typed}”`,
      type: 'create',
      apply: (view, completion, from, to) => {
        insertName(view, completion, typed, from, to);
        view.state.facet(promptHost).addVariable(typed);
      },
    });
  }
  // Keep our order: sorted by score, the new name would come before longer names with that prefix.
  const from = context.pos - typed.length;
  return options.length > 0 ? { from, options, filter: false, getMatch: matchOf(typed) } : null;
}

/** Names with the typed prefix first, then those that contain it, then those with its letters in order. */
function fitting(names: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const inOrder = new RegExp([...wanted].join('.*'));
  const rank = (name: string) => {
    const at = name.toLowerCase().indexOf(wanted);
    return at === 0 ? 0 : at > 0 ? 1 : inOrder.test(name.toLowerCase()) ? 2 : 3;
  };
  return [0, 1, 2].flatMap((wantedRank) => names.filter((name) => rank(name) === wantedRank));
}

/** The ranges of a name that match the typed text, for highlighting. */
function matchOf(typed: string) {
  return ({ label }: Completion) => {
    const at = label.toLowerCase().indexOf(typed.toLowerCase());
    return typed === '' || at < 0 ? [] : [at, at + typed.length];
  };
}

/** Completes variables after `{` and closes the brace. */
const variableCompletion = [
  closeBrackets(),
  // Takes precedence over the editor's own keys: Backspace deletes both braces.
  Prec.high(keymap.of(closeBracketsKeymap)),
  EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['{'] } }]),
  autocompletion({ override: [completeVariable], icons: false }),
];

const started = new WeakSet<EditorView>();

/** Adds completion to an editor, once. Loaded when the user first types. */
export function startCompleting(view: EditorView): void {
  if (started.has(view) || view.state.readOnly) return;
  started.add(view);
  view.dispatch({ effects: StateEffect.appendConfig.of(variableCompletion) });
  // A brace may have been typed while this was loading.
  const { head } = view.state.selection.main;
  if (view.state.sliceDoc(head - 1, head) === '{') startCompletion(view);
}
