import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Elapsed } from '#console/modules/run/result/elapsed.tsx';
import { Shortcut } from '#console/ui/display/shortcut.tsx';
import { useArticleEditor, useWriter } from '../editor/article-context.tsx';
import classes from './step.module.css';

interface StepHeaderProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** The heading of a step and one sentence about it. */
export function StepHeader({ title, actions, children }: StepHeaderProps) {
  return (
    <header className={classes.header}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.about}>{children}</p>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

/** What leads to the next step. */
export function StepFooter({ children }: { children: ReactNode }) {
  return <footer className={classes.footer}>{children}</footer>;
}

interface StepProgressProps {
  /** What is being done, such as `Writing titles`. */
  label: string;
}

/** What is being written, for how long, and how to stop it. */
export function StepProgress({ label }: StepProgressProps) {
  const { writer } = useArticleEditor();
  const startedAt = useWriter((state) => state.writing?.startedAt);
  if (startedAt === undefined) return null;
  return (
    <div className={classes.progress}>
      <span className={classes.pulse} aria-hidden />
      <span>{label}</span>
      <span className={classes.elapsed}>
        <Elapsed since={startedAt} />
      </span>
      <Button
        className={classes.stop}
        size="xs"
        variant="default"
        leftSection={<IconPlayerStopFilled />}
        rightSection={<Shortcut keys={['Escape']} />}
        onClick={writer.stop}
      >
        Stop
      </Button>
    </div>
  );
}
