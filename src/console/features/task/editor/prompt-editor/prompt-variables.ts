import { Facet, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type PromptSegment, parsePrompt } from '#core/prompt/parse.ts';

/** What the editor needs from the page. */
export interface PromptHost {
  addVariable(name: string): void;
}

export const promptHost = Facet.define<PromptHost, PromptHost>({
  combine: ([host]) => host ?? { addVariable: () => undefined },
});

/** Sets the task's variables in the editor. */
export const setVariables = StateEffect.define<readonly string[]>();

/** The task's variables, in order. */
export const variablesField = StateField.define<readonly string[]>({
  create: () => [],
  update(names, transaction) {
    for (const effect of transaction.effects) if (effect.is(setVariables)) return effect.value;
    return names;
  },
});

const known = Decoration.mark({ class: 'tl-chip' });
const unknown = Decoration.mark({ class: 'tl-chip tl-chip-unknown' });
const literal = Decoration.mark({ class: 'tl-brace' });

/**
 * Marks variables and literal braces in the visible lines. No segment of a prompt spans lines, so each line is parsed
 * on its own and the cost of a key press doesn't grow with the prompt.
 */
export function decorate(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const names = new Set(view.state.field(variablesField));
  const marks = new RangeSetBuilder<Decoration>();
  let readFrom = -1;
  let segments: PromptSegment[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = doc.lineAt(at);
      at = line.to + 1;
      // A long line can have several visible ranges.
      if (readFrom !== line.from) segments = parsePrompt(line.text);
      readFrom = line.from;
      for (const segment of segments) {
        if (segment.type === 'text' || segment.type === 'lone_brace') continue;
        const start = line.from + segment.start;
        const end = line.from + segment.end;
        if (end <= from || start >= to) continue;
        const isKnown = segment.type === 'variable' && names.has(segment.name);
        const mark = segment.type === 'escape' ? literal : isKnown ? known : unknown;
        marks.add(Math.max(start, from), Math.min(end, to), mark);
      }
    }
  }
  return marks.finish();
}

const chips = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate) {
      const variablesChanged =
        update.startState.field(variablesField) !== update.state.field(variablesField);
      if (update.docChanged || update.viewportChanged || variablesChanged)
        this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Shows variables as chips. */
export const variableChips = [variablesField, chips, EditorView.lineWrapping];
