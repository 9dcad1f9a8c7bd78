import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import box from '#console/ui/editor/editor-box.module.css';
import { PROMPT_MAX } from '#core/limits.ts';
import type { PromptDiagnostic } from '#core/prompt/diagnose.ts';
import classes from './prompt-editor.module.css';
import type { PromptViewHandle } from './prompt-editor-view.tsx';
import { PromptProblems } from './prompt-problems.tsx';

// Starts loading with the page's chunk rather than on first render, so that both load in parallel.
const chunk = import('./prompt-editor-view.tsx');
chunk.catch(() => undefined);
const PromptEditorView = lazy(() =>
  chunk
    .catch(() => import('./prompt-editor-view.tsx'))
    .then((module) => ({ default: module.PromptEditorView })),
);

/** How much text to show before the editor has loaded: about a screenful. */
const SKELETON_CHARS = 6000;

interface PromptEditorProps {
  value: string;
  onChange: (value: string) => void;
  /** Names of the task's variables. Keep the array's identity while they don't change. */
  variables: readonly string[];
  onAddVariable: (name: string) => void;
  label: string;
  placeholder?: string;
  /** Beside the label. */
  aside?: ReactNode;
  /** Any other problem, such as one reported by the server. */
  error?: string | undefined;
  /** Minimum number of visible lines. */
  minLines?: number;
  readOnly?: boolean;
}

/** Prompt editor: shows variables as chips, completes them on `{`, and shows problems with fixes. */
export function PromptEditor({
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
  const tooLong = value.length > PROMPT_MAX;
  const bad = tooLong || error !== undefined || problems.length > 0;

  return (
    <section className={classes.field} aria-label={label}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        {aside}
      </div>
      <div
        className={`${box.box} ${classes.box}`}
        data-error={bad || undefined}
        data-read-only={readOnly || undefined}
        style={{ ['--prompt-min-lines' as string]: minLines }}
      >
        <Suspense
          fallback={
            <div
              className={classes.skeleton}
              aria-busy
              role="status"
              aria-label={`Loading ${label.toLowerCase()}`}
            >
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
        Type an opening brace to insert a variable. Tab leaves the editor. Press F8 for the next
        problem, Ctrl/⌘+. to fix it.
      </p>
    </section>
  );
}
