import type { ArticleFootnote, ArticleSection, ChatPassage } from '#generated/model/index.ts';

/** A passage that an article cites, with its footnote. */
export interface Source {
  footnote: ArticleFootnote;
  passage: ChatPassage;
}

/** Numbers the cited passages across the whole article, in the order of their first citation. */
export function sourcesOf(
  sections: readonly Pick<ArticleSection, 'citations' | 'passages'>[],
): Source[] {
  const sources: Source[] = [];
  for (const { citations, passages } of sections) {
    for (const { number, quote, supported } of citations) {
      const passage = passages.find((one) => one.number === number);
      if (!passage) continue;
      const { footnote } = sourceOf(sources, passage) ?? addSource(sources, passage);
      footnote.supported &&= supported;
      footnote.quote ??= quote;
    }
  }
  return sources;
}

/** The source of a passage, which may have another number in each section. */
export function sourceOf(sources: readonly Source[], passage: ChatPassage): Source | undefined {
  const key = keyOf(passage);
  return sources.find((one) => keyOf(one.passage) === key);
}

/** Adds a passage as the next source. */
export function addSource(sources: Source[], passage: ChatPassage): Source {
  const { document_id, document_name, page } = passage;
  const number = sources.length + 1;
  const source: Source = {
    footnote: { number, document_id, document_name, page, quote: null, supported: true },
    passage,
  };
  sources.push(source);
  return source;
}

function keyOf({ chunk_id, document_id, page, text }: ChatPassage): string {
  return chunk_id ?? JSON.stringify([document_id, page, text]);
}
