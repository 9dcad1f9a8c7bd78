import { useEffect } from 'react';
import { MESSAGES } from '#core/messages.ts';

/**
 * Names the page: `Thing · Area`, as within the app. Public pages name nothing and keep the product's title.
 */
export function useDocumentTitle(thing?: string, area?: string): void {
  useEffect(() => {
    document.title = [thing, area].filter(Boolean).join(' · ') || MESSAGES.app.title;
    return () => {
      document.title = MESSAGES.app.title;
    };
  }, [thing, area]);
}
