import { memo, Suspense, useDeferredValue } from 'react';
import classes from '#console/modules/markdown/markdown.module.css';
import { lazyOf } from '#console/ui/on-demand.tsx';
import type { RunCitation } from '#generated/model/index.ts';

const load = () => import('./markdown.tsx');
const Markdown = lazyOf(load, 'CitedMarkdown');

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
