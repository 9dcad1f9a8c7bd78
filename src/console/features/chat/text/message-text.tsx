import { lazy, memo, Suspense, useDeferredValue } from 'react';
import type { RunCitation } from '#generated/model/index.ts';
import classes from './text.module.css';

const load = () => import('./markdown.tsx');
const Markdown = lazy(() => load().then((m) => ({ default: m.Markdown })));

/** Starts loading the renderer. */
export function preloadMarkdown(): void {
  load().catch(() => undefined);
}

interface MessageTextProps {
  text: string;
  citations?: readonly RunCitation[] | undefined;
}

/** The text of a message. It is plain until the renderer has loaded. */
export const MessageText = memo(function MessageText({ text, citations }: MessageTextProps) {
  // While text streams in, typing and scrolling come first.
  const shown = useDeferredValue(text);
  return (
    <Suspense fallback={<div className={classes.plain}>{shown}</div>}>
      <Markdown text={shown} citations={citations} />
    </Suspense>
  );
});
