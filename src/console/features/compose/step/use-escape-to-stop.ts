import { useEffect } from 'react';
import { isLayerOpen } from '#console/ui/keyboard/page-keys.ts';
import { useArticleEditor, useWriter } from '../editor/article-context.tsx';

/** Escape stops what is being written, even while typing, where shortcuts with a plain key do nothing. */
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
