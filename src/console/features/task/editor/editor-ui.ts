import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FieldError } from '#generated/model/index.ts';

export type SectionId = 'variables' | 'output' | 'model' | 'tools' | 'retrieval';

/** UI state of the editor, separate from the draft. */
export interface EditorUi {
  open: Record<SectionId, boolean>;
  /** Ids of the rows whose details are open. */
  rows: ReadonlySet<string>;
  /** Problems found by our own check of the draft. */
  broken: FieldError[];
  /** Problems the server reported when a revision was last saved. */
  refused: FieldError[];
  /** Whether saving a revision was attempted: only then are missing values shown as errors. */
  attempted: boolean;
}

const STORAGE = 'task-editor-sections';
// Most tasks have no tools and no retrieval.
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

/** One store per open editor. */
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
    // Storage is unavailable: not remembered.
  }
}

/** Shows or hides a row's details. */
export function setRow(ui: StoreApi<EditorUi>, id: string, shown: boolean): void {
  const rows = new Set(ui.getState().rows);
  if (shown) rows.add(id);
  else rows.delete(id);
  ui.setState({ rows });
}
