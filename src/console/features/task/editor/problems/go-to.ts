import type { OutputField, TaskDefinition } from '#generated/model/index.ts';
import { rowId } from '../../definition/row-ids.ts';
import type { Editor } from '../editor-context.tsx';
import { type SectionId, setRow, setSection } from '../editor-ui.ts';

const sections: Readonly<Record<string, SectionId>> = {
  variables: 'variables',
  strict_inputs: 'variables',
  output_format: 'output',
  model_id: 'model',
  parameters: 'model',
  tools: 'tools',
  tool_choice: 'tools',
  retrieval: 'retrieval',
};

const PATIENCE_MS = 1000;

/** Reveals the field at a pointer, scrolls it into view and focuses it. */
export function goTo({ ui, draft }: Pick<Editor, 'ui' | 'draft'>, pointer: string): void {
  const [, first = ''] = pointer.split('/');
  const section = sections[first];
  if (section) setSection(ui, section, true);
  for (const row of rowsAt(pointer, draft.store.getState().content)) setRow(ui, rowId(row), true);
  show(pointer, performance.now() + PATIENCE_MS);
}

/** Retries while a part of the editor is still loading. */
function show(pointer: string, until: number): void {
  setTimeout(() => {
    const target = nearestField(pointer);
    const isThere = target?.dataset.pointer === pointer || performance.now() > until;
    if (!isThere) return show(pointer, until);
    target?.scrollIntoView({ block: 'center' });
    focusable(target)?.focus({ preventScroll: true });
  }, 50);
}

/** The rows that contain the pointer's target, outermost first. */
export function rowsAt(pointer: string, definition: TaskDefinition): { name: string }[] {
  const [, first, ...rest] = pointer.split('/');
  if (first === 'variables') return [definition.variables[Number(rest[0])]].filter((row) => !!row);
  if (first === 'tools') return [definition.tools?.[Number(rest[0])]].filter((row) => !!row);
  const rows: OutputField[] = [];
  let fields = definition.output_format.fields;
  for (let at = 0; first === 'output_format' && rest[at] === 'fields'; at += 2) {
    const row: OutputField | undefined = fields?.[Number(rest[at + 1])];
    if (!row || rest[at + 1] === undefined) break;
    rows.push(row);
    fields = row.fields;
  }
  return rows;
}

/** The pointer's field, or the nearest part that contains it. */
function nearestField(pointer: string): HTMLElement | null {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return null;
}

function focusable(field: HTMLElement | null): HTMLElement | null | undefined {
  // An assistant's input may come before the field itself.
  for (const wanted of ['.cm-content, input:not([type=hidden]), textarea, select', 'button']) {
    const found = field?.matches(wanted) ? field : field?.querySelector<HTMLElement>(wanted);
    if (found) return found;
  }
  return null;
}
