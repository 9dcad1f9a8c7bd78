import { rowId } from '../definition/row-ids.ts';
import type { Editor } from './editor-context.tsx';
import { type SectionId, setRow, setSection } from './editor-ui.ts';

const sections: Readonly<Record<string, SectionId>> = {
  variables: 'variables',
  output_format: 'output',
  model_id: 'model',
  parameters: 'model',
};

/** Brings the field at a pointer into view, whatever hides it, and gives it the focus. */
export function goTo({ ui, draft }: Pick<Editor, 'ui' | 'draft'>, pointer: string): void {
  const [, first = '', second, third] = pointer.split('/');
  const section = sections[first];
  if (section) setSection(ui, section, true);
  const { variables, output_format } = draft.store.getState().definition;
  const row =
    first === 'variables' ? variables[Number(second)] : output_format.fields?.[Number(third)];
  if (row) setRow(ui, rowId(row), true);
  // After what was hidden is on the page.
  setTimeout(() => {
    const target = nearestField(pointer);
    target?.scrollIntoView({ block: 'center' });
    focusable(target)?.focus({ preventScroll: true });
  }, 50);
}

/** The field of a pointer, else of the nearest part that holds it. */
function nearestField(pointer: string): HTMLElement | null {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return null;
}

function focusable(field: HTMLElement | null): HTMLElement | null | undefined {
  const wanted = '.cm-content, input:not([type=hidden]), textarea, select, button';
  return field?.matches(wanted) ? field : field?.querySelector<HTMLElement>(wanted);
}
