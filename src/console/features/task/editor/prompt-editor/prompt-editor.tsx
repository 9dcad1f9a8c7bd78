import { ActionIcon, Button, Group } from '@mantine/core';
import { IconAlertCircle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import box from '#console/ui/editor/editor-box.module.css';
import { PROMPT_MAX } from '#core/limits.ts';
import type { PromptDiagnostic, QuickFix } from '#core/prompt/diagnose.ts';
import classes from './prompt-editor.module.css';
import type { PromptViewHandle } from './prompt-editor-view.tsx';

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

interface PromptProblemsProps {
  problems: PromptDiagnostic[];
  /** A problem with the prompt as a whole. */
  other: string | undefined;
  onShow: (problem: PromptDiagnostic) => void;
  onFix: (problem: PromptDiagnostic, fix: QuickFix) => void;
}

/** Shows the problems of a prompt one at a time, each with its fixes. Works with mouse, keyboard and touch. */
function PromptProblems({ problems, other, onShow, onFix }: PromptProblemsProps) {
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, problems.length - 1);
  const problem = problems[index];
  if (!problem) {
    return other === undefined ? null : (
      <div className={classes.problems} role="alert">
        <IconAlertCircle aria-hidden className={classes.problemIcon} />
        <span className={classes.problemText}>{other}</span>
      </div>
    );
  }
  const go = (step: number) => {
    const next = (index + step + problems.length) % problems.length;
    const target = problems[next];
    setChosen(next);
    if (target) onShow(target);
  };
  return (
    <div className={classes.problems} role="status">
      <IconAlertCircle aria-hidden className={classes.problemIcon} />
      {problems.length > 1 && (
        <span className={classes.stepper}>
          <ActionIcon size="sm" aria-label="Previous problem" onClick={() => go(-1)}>
            <IconChevronLeft />
          </ActionIcon>
          <span className="tl-tabular">
            {index + 1}/{problems.length}
          </span>
          <ActionIcon size="sm" aria-label="Next problem" onClick={() => go(1)}>
            <IconChevronRight />
          </ActionIcon>
        </span>
      )}
      <button type="button" className={classes.problemText} onClick={() => onShow(problem)}>
        {problem.message}
      </button>
      <Group component="span" gap="xs">
        {problem.fixes.map((fix) => (
          <Button
            key={fix.label}
            size="compact-xs"
            variant="default"
            onClick={() => onFix(problem, fix)}
          >
            {fix.label}
          </Button>
        ))}
      </Group>
    </div>
  );
}
