import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
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
  const heading = useArrival();
  return (
    <header className={classes.header}>
      <div>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <p className={classes.about}>{children}</p>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

/** Focuses the heading of a step that was opened by a button, because that button is gone. */
export function useArrival() {
  const { arrival } = useArticleEditor();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrival.isLed) heading.current?.focus();
    arrival.isLed = false;
  }, [arrival]);
  return heading;
}

/** The button that leads to the next step. */
export function StepFooter({ children }: { children: ReactNode }) {
  return <footer className={classes.footer}>{children}</footer>;
}

interface StepProgressProps {
  /** The current activity, such as `Writing titles`. */
  label: string;
}

/** The progress of a step, with the elapsed time and a Stop button. */
export function StepProgress({ label }: StepProgressProps) {
  const { writer } = useArticleEditor();
  const startedAt = useWriter((state) => state.writing?.startedAt);
  const progress = useFocusInBetween();
  if (startedAt === undefined) return null;
  return (
    <div ref={progress} tabIndex={-1} className={classes.progress}>
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

/** Keeps focus on a step in progress: the button that started it is gone, and Stop will disappear too. */
function useFocusInBetween() {
  const progress = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = progress.current;
    const quietly = { preventScroll: true };
    if (document.activeElement === document.body) shown?.focus(quietly);
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      const heading = shown.closest('section')?.querySelector('h2');
      // Only then is it known whether it is gone.
      queueMicrotask(() => {
        if (!shown.isConnected) heading?.focus(quietly);
      });
    };
  }, []);
  return progress;
}
