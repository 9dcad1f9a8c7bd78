import { HEADING_MAX } from '#core/compose/limits.ts';
import { useEdit } from '../editor/article-context.tsx';
import { withHeadingOf } from './same-heading.ts';

/** @returns a function that changes the Markdown of a section and updates its heading in the outline */
export function useSectionEdit(id: string) {
  const edit = useEdit('sections');
  return (markdown: string) =>
    edit(
      (text) => ({
        ...text,
        outline: withHeadingOf(text.outline, id, markdown.slice(0, HEADING_MAX)),
        sections: { ...text.sections, [id]: markdown },
      }),
      id,
    );
}
