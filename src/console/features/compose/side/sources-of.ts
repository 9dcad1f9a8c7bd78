import type { ArticleSection, ChatPassage } from '#generated/model/index.ts';

/** A cited passage, with its number in the whole article. */
export interface Source {
  footnote: number;
  passage: ChatPassage;
  quote: string | null;
  supported: boolean;
}

/** The passages that an article cites, numbered in the order of their first citation. */
export function sourcesOf(sections: readonly ArticleSection[]): Source[] {
  const sources = new Map<string, Source>();
  for (const { citations, passages } of sections) {
    for (const { number, quote, supported } of citations) {
      const passage = passages.find((one) => one.number === number);
      if (!passage) continue;
      const key = keyOf(passage);
      const known = sources.get(key);
      if (known) known.supported &&= supported;
      else sources.set(key, { footnote: sources.size + 1, passage, quote, supported });
    }
  }
  return [...sources.values()];
}

/** The same passage may have another number in another section. */
function keyOf({ chunk_id, document_id, page, text }: ChatPassage): string {
  return chunk_id ?? `${document_id}:${page}:${text}`;
}

/** The number in the whole article of a section's passage; the section's own if it isn't cited. */
export function footnoteOf(sources: readonly Source[], passage: ChatPassage): number {
  const key = keyOf(passage);
  return sources.find((source) => keyOf(source.passage) === key)?.footnote ?? passage.number;
}
