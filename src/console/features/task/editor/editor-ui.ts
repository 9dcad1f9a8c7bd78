import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FieldError } from '#generated/model/index.ts';

export type SectionId = 'variables' | 'output' | 'model' | 'tools' | 'retrieval';

/** What the editor shows, apart from the draft itself. */
export interface EditorUi {
  open: Record<SectionId, boolean>;
  /** Rows whose details are shown, by row id. */
  rows: ReadonlySet<string>;
  /** Rules that the draft breaks, by our own check. */
  broken: FieldError[];
  /** Rules that it broke at the last try to save a revision, by the server's word. */
  refused: FieldError[];
  /** Whether someone has tried to save a revision: only then is what is merely missing an error. */
  attempted: boolean;
}

const STORAGE = 'task-editor-sections';
// Most tasks have no tools and look for nothing.
const atFirst: EditorUi['open'] = {
  variables: true,
  output: true,
  model: true,
  tools: false,
  retrieval: false,
};

function storedSections(): EditorUi['open'] {
  try {
    return { ...atFirst, ...JSON.parse(localStorage.getItem(STORAGE) ?? '{}') };
  } catch {
    return atFirst;
  }
}

/** One for each open editor. */
export function createEditorUi(): StoreApi<EditorUi> {
  return createStore<EditorUi>(() => ({
    open: storedSections(),
    rows: new Set(),
    broken: [],
    refused: [],
    attempted: false,
  }));
}

/** Opens or closes a section, and remembers it. */
export function setSection(ui: StoreApi<EditorUi>, section: SectionId, isOpen: boolean): void {
  const open = { ...ui.getState().open, [section]: isOpen };
  ui.setState({ open });
  try {
    localStorage.setItem(STORAGE, JSON.stringify(open));
  } catch {
    // Not remembered then.
  }
}

/** Shows or hides the details of a row. */
export function setRow(ui: StoreApi<EditorUi>, id: string, shown: boolean): void {
  const rows = new Set(ui.getState().rows);
  if (shown) rows.add(id);
  else rows.delete(id);
  ui.setState({ rows });
}
