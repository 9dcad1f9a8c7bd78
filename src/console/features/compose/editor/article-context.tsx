import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import type { DraftSync } from '#console/modules/draft/draft-sync.ts';
import { type Source, sourcesOf } from '#core/compose/export/sources.ts';
import type { Article, ArticleStage } from '#generated/model/index.ts';
import type { Writer, WriterState } from '../step/writer.ts';
import type { Accepted, ArticleAddress } from './article-server.ts';
import type { ArticleText } from './article-text.ts';
import type { History } from './history.ts';

/** Shared by all parts of an open article. */
export interface ArticleEditor {
  address: ArticleAddress;
  draft: DraftSync<ArticleText>;
  history: History;
  writer: Writer;
  accepted: Accepted;
  /** Whether the current step was opened by a button. */
  arrival: { isLed: boolean };
  /** Why editing is disabled; null when it is allowed. */
  readOnly: string | null;
}

interface Open {
  editor: ArticleEditor;
  article: Article;
  sources: readonly Source[];
}

const ArticleContext = createContext<Open | null>(null);

export function ArticleProvider({
  editor,
  article,
  children,
}: Omit<Open, 'sources'> & { children: ReactNode }) {
  const { sections } = article;
  const sources = useMemo(() => sourcesOf(sections), [sections]);
  return <ArticleContext value={{ editor, article, sources }}>{children}</ArticleContext>;
}

function useOpen() {
  const open = useContext(ArticleContext);
  if (!open) throw new Error('useArticleEditor needs an ArticleProvider above it');
  return open;
}

export function useArticleEditor(): ArticleEditor {
  return useOpen().editor;
}

/** The saved article, with its cost, sources and steps in progress. */
export function useSavedArticle(): Article {
  return useOpen().article;
}

/** The passages that the saved article cites, with their numbers. */
export function useSources(): readonly Source[] {
  return useOpen().sources;
}

/** Selects from the edited text; re-renders only when the selected part changes. */
export function useText<T>(select: (text: ArticleText) => T): T {
  return useStore(useArticleEditor().draft.store, ({ content }) => select(content));
}

/** Selects from the state of the writer. */
export function useWriter<T>(select: (state: WriterState) => T): T {
  return useStore(useArticleEditor().writer.store, select);
}

/**
 * Edits the article. The change can be undone in the current step.
 * @returns a function that takes the change, and the name of the field being edited
 */
export function useEdit(step: ArticleStage) {
  const { draft, history } = useArticleEditor();
  return (change: (text: ArticleText) => ArticleText, field?: string) => {
    history.record(step, field);
    draft.edit(change);
  };
}
