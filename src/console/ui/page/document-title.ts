import { useEffect } from 'react';
import { MESSAGES } from '#core/messages.ts';

/** Sets the document title: `Thing · Area` within the app. Public pages don't set it and keep the product's title. */
export function useDocumentTitle(thing?: string, area?: string): void {
  useEffect(() => {
    document.title = [thing, area].filter(Boolean).join(' · ') || MESSAGES.app.title;
    return () => {
      document.title = MESSAGES.app.title;
    };
  }, [thing, area]);
}
