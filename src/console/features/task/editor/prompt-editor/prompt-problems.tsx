import { ActionIcon, Button, Group } from '@mantine/core';
import { IconAlertCircle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { PromptDiagnostic, QuickFix } from '#core/prompt/diagnose.ts';
import classes from './prompt-editor.module.css';

interface PromptProblemsProps {
  problems: PromptDiagnostic[];
  /** A problem with the prompt as a whole. */
  other: string | undefined;
  onShow: (problem: PromptDiagnostic) => void;
  onFix: (problem: PromptDiagnostic, fix: QuickFix) => void;
}

/** Shows the problems of a prompt one at a time, each with its fixes. Works with mouse, keyboard and touch. */
export function PromptProblems({ problems, other, onShow, onFix }: PromptProblemsProps) {
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
