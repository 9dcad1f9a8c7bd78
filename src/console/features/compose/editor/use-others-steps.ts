import { useEffect, useRef } from 'react';
import { pollDelay } from '#console/api/query/poll.ts';
import { useArticleEditor, useSavedArticle, useWriter } from './article-context.tsx';

/**
 * Watches steps that this page didn't start, or no longer follows after a reload, and fetches their results as soon as
 * they are ready.
 */
export function useOthersSteps(): void {
  const { draft } = useArticleEditor();
  const { open_steps: open } = useSavedArticle();
  const isOurs = useWriter((state) => state.writing !== null);
  const since = useRef<number | null>(null);
  const isWaiting = open.length > 0 && !isOurs;
  useEffect(() => {
    if (!isWaiting) {
      since.current = null;
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      since.current ??= Date.now();
      const wait = pollDelay(since.current, Date.now());
      if (wait !== false)
        timer = setTimeout(
          () =>
            void draft
              .refresh()
              .catch(() => {})
              .then(next),
          wait,
        );
    };
    next();
    return () => clearTimeout(timer);
  }, [isWaiting, draft]);
}
