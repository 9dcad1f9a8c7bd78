import { COMPONENTS, citedBy, Markdown } from '#console/modules/markdown/markdown.tsx';
import type { RunCitation } from '#generated/model/index.ts';
import { CitationNumbers } from './citation-number.tsx';

const WITH_SOURCES = { ...COMPONENTS, ...citedBy(CitationNumbers) };

interface CitedMarkdownProps {
  text: string;
  /** The citations of the text; absent if numbers in brackets aren't citations. */
  citations?: readonly RunCitation[] | undefined;
}

/** The text of a message, whose citations open their sources. */
export function CitedMarkdown(props: CitedMarkdownProps) {
  return <Markdown {...props} components={WITH_SOURCES} />;
}
