import {
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { PROMPT_MAX } from '#core/limits.ts';
import type { PromptDiagnostic } from '#core/prompt/diagnose.ts';
import classes from './prompt-editor.module.css';
import type { PromptViewHandle } from './prompt-editor-view.tsx';
import { PromptProblems } from './prompt-problems.tsx';

// Asked for when the page's own chunk runs, not when it first renders: the two load side by side.
const chunk = import('./prompt-editor-view.tsx');
chunk.catch(() => undefined);
const PromptEditorView = lazy(() =>
  chunk
    .catch(() => import('./prompt-editor-view.tsx'))
    .then((module) => ({ default: module.PromptEditorView })),
);

/** As much of a text as can be on the screen before the editor has come. */
const SKELETON_CHARS = 6000;

export interface PromptEditorHandle {
  focus(): void;
}

interface PromptEditorProps {
  ref?: Ref<PromptEditorHandle>;
  value: string;
  onChange: (value: string) => void;
  /** Names of the task's variables. Keep the array's identity while they are the same. */
  variables: readonly string[];
  onAddVariable: (name: string) => void;
  label: string;
  placeholder?: string;
  /** Beside the label. */
  aside?: ReactNode;
  /** What else is wrong, for example by the server's word. */
  error?: string | undefined;
  /** Lines that are shown even when empty. */
  minLines?: number;
  readOnly?: boolean;
}

/** A prompt's editor: variables as chips, completed on `{`; mistakes are shown with their ways out. */
export function PromptEditor({
  ref,
  label,
  aside,
  error,
  minLines = 4,
  placeholder = '',
  readOnly = false,
  value,
  ...rest
}: PromptEditorProps) {
  const id = useId();
  const view = useRef<PromptViewHandle>(null);
  const [problems, setProblems] = useState<PromptDiagnostic[]>([]);
  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(problems[0]),
  }));
  const tooLong = value.length > PROMPT_MAX;
  const bad = tooLong || error !== undefined || problems.length > 0;

  return (
    <section className={classes.field} aria-label={label}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        {aside}
      </div>
      <div
        className={classes.box}
        data-error={bad || undefined}
        data-read-only={readOnly || undefined}
        style={{ ['--prompt-min-lines' as string]: minLines }}
      >
        <Suspense
          fallback={
            <div className={classes.skeleton} aria-busy role="status" aria-label={`${label} loads`}>
              {value === '' ? (
                <span className={classes.placeholder}>{placeholder}</span>
              ) : (
                value.slice(0, SKELETON_CHARS)
              )}
            </div>
          }
        >
          <PromptEditorView
            ref={view}
            value={value}
            label={label}
            describedBy={id}
            placeholder={placeholder}
            readOnly={readOnly}
            onProblems={(found) =>
              setProblems((before) => (found.length + before.length === 0 ? before : found))
            }
            {...rest}
          />
        </Suspense>
        <PromptProblems
          problems={problems}
          other={tooLong ? `At most ${PROMPT_MAX.toLocaleString('en')} characters` : error}
          onShow={(problem) => view.current?.focus(problem)}
          onFix={(problem, fix) => view.current?.fix(problem, fix)}
        />
      </div>
      <p id={id} className="tl-sr-only">
        Type an opening brace to insert a variable. Tab leaves the editor; F8 goes to the next
        problem and Control or Command with a full stop mends it.
      </p>
    </section>
  );
}
