import { HEADING_MAX } from '#core/compose/limits.ts';
import { useEdit } from '../editor/article-context.tsx';
import { withHeadingOf } from './same-heading.ts';

/** @returns changes the Markdown of a section; the outline takes over its heading */
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
