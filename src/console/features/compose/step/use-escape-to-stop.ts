import { useEffect } from 'react';
import { isLayerOpen } from '#console/ui/keyboard/page-keys.ts';
import { useArticleEditor, useWriter } from '../editor/article-context.tsx';

/** Stops the step in progress on Escape, even in a text field, where other single-key shortcuts are ignored. */
export function useEscapeToStop(): void {
  const { writer } = useArticleEditor();
  const isWriting = useWriter((state) => state.writing !== null);
  useEffect(() => {
    if (!isWriting) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isLayerOpen()) return;
      event.preventDefault();
      writer.stop();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isWriting, writer]);
}
