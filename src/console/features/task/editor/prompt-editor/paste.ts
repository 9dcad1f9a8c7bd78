import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, type Panel, showPanel } from '@codemirror/view';
import type { PromptEdit } from '#core/prompt/edits.ts';
import { diagnose, toChanges } from './prompt-linter.ts';

interface Pasted {
  from: number;
  to: number;
}

const setPasted = StateEffect.define<Pasted | null>();

/** The range of pasted text with invalid braces, while escaping them is offered. */
export const pastedField = StateField.define<Pasted | null>({
  create: () => null,
  update(pasted, transaction) {
    for (const effect of transaction.effects) if (effect.is(setPasted)) return effect.value;
    if (transaction.docChanged && transaction.isUserEvent('input.paste')) {
      let range: Pasted | null = null;
      transaction.changes.iterChangedRanges((_a, _b, from, to) => {
        range ??= { from, to };
      });
      return range && escapesWithin(transaction.state, range).length > 0 ? range : null;
    }
    if (!pasted || !transaction.docChanged) return pasted;
    const from = transaction.changes.mapPos(pasted.from, -1);
    const to = transaction.changes.mapPos(pasted.to, 1);
    return from < to ? { from, to } : null;
  },
  provide: (field) => showPanel.from(field, (pasted) => (pasted ? pasteOffer : null)),
});

function pasteOffer(view: EditorView): Panel {
  const dom = document.createElement('div');
  dom.className = 'tl-paste-offer';
  dom.setAttribute('role', 'status');
  const text = document.createElement('span');
  text.textContent = "The pasted text contains braces that aren't variables.";
  const close = () => {
    view.dispatch({ effects: setPasted.of(null) });
    view.focus();
  };
  const main = offerButton('Escape braces', () => escapePasted(view));
  main.classList.add('tl-paste-main');
  dom.append(text, main, offerButton('Keep as is', close));
  dom.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  return { dom };
}

function offerButton(label: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.addEventListener('click', onClick);
  return element;
}

/** Escapes the braces of the pasted text and closes the offer. */
export function escapePasted(view: EditorView): void {
  const pasted = view.state.field(pastedField);
  if (!pasted) return;
  view.dispatch({
    changes: toChanges(escapesWithin(view.state, pasted)),
    effects: setPasted.of(null),
    userEvent: 'input.fix',
  });
  view.focus();
}

/** The edits that escape the braces within a range. */
function escapesWithin(state: EditorState, { from, to }: Pasted): PromptEdit[] {
  return diagnose(state)
    .filter((problem) => problem.code !== 'unknown_variable')
    .filter((problem) => problem.start >= from && problem.end <= to)
    .flatMap((problem) => problem.fixes.find((fix) => !fix.label.startsWith('Use '))?.edits ?? []);
}
