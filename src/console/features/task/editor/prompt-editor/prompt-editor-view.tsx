import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useLatest } from '#console/ui/use-latest.ts';
import type { PromptDiagnostic, QuickFix } from '#core/prompt/diagnose.ts';
import { applyFix, diagnose } from './prompt-linter.ts';
import { setVariables } from './prompt-variables.ts';
import { changeBetween, createPromptState } from './setup.ts';

export interface PromptViewHandle {
  /** Moves the cursor to a position (or leaves it) and focuses the editor. */
  focus(range?: { start: number; end: number }): void;
  /** Applies a fix for a problem, if the problem is still there. */
  fix(problem: PromptDiagnostic, fix: QuickFix): void;
}

export interface PromptViewProps {
  ref?: Ref<PromptViewHandle>;
  value: string;
  onChange: (value: string) => void;
  variables: readonly string[];
  onAddVariable: (name: string) => void;
  onProblems: (problems: PromptDiagnostic[]) => void;
  label: string;
  describedBy: string;
  placeholder: string;
  readOnly: boolean;
}

/** CodeMirror as a React component: reports its changes, and accepts text changed elsewhere. */
export function PromptEditorView({ ref, ...props }: PromptViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  /** The text that the editor and the page last agreed on. */
  const agreed = useRef(props.value);
  const latest = useLatest(props);

  const { label, describedBy, placeholder, readOnly } = props;
  useEffect(() => {
    if (!place.current) return;
    const { value, variables } = latest.current;
    agreed.current = value;
    const created = new EditorView({
      parent: place.current,
      state: createPromptState({
        text: value,
        variables,
        host: { addVariable: (name) => latest.current.onAddVariable(name) },
        onProblems: (problems) => latest.current.onProblems(problems),
        onText: (text) => {
          agreed.current = text;
          latest.current.onChange(text);
        },
        label,
        describedBy,
        placeholder,
        readOnly,
      }),
    });
    view.current = created;
    return () => {
      view.current = null;
      created.destroy();
    };
  }, [label, describedBy, placeholder, readOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: setVariables.of(props.variables) });
  }, [props.variables]);

  useEffect(() => {
    if (!view.current || props.value === agreed.current) return;
    const before = view.current.state.doc.toString();
    agreed.current = props.value;
    if (before !== props.value)
      view.current.dispatch({ changes: changeBetween(before, props.value) });
  }, [props.value]);

  useImperativeHandle(ref, () => ({
    focus(range) {
      const editor = view.current;
      if (!editor) return;
      editor.focus();
      if (!range) return;
      const end = Math.min(range.end, editor.state.doc.length);
      const anchor = Math.min(range.start, end);
      editor.dispatch({
        selection: { anchor, head: end },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
    },
    fix(problem, fix) {
      const editor = view.current;
      // The text may have changed since the problem was found: fix it only if it is still the same.
      const now = editor && diagnose(editor.state);
      const same = now?.find(
        (other) => other.start === problem.start && other.message === problem.message,
      );
      const way = same?.fixes.find((other) => other.label === fix.label);
      if (!editor || !way) return;
      applyFix(editor, way);
      editor.focus();
    },
  }));

  return <div ref={place} />;
}
