import { type ComponentType, createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import type { StoreApi } from 'zustand/vanilla';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import type { FieldError, Task } from '#generated/model/index.ts';
import type { DraftSync } from './draft/draft-sync.ts';
import type { DraftState } from './draft/draft-types.ts';
import type { EditorUi } from './editor-ui.ts';
import { messageAt, shownProblems } from './problems/problems.ts';

/** What all parts of an open editor share. */
export interface Editor {
  address: TaskAddress;
  draft: DraftSync;
  ui: StoreApi<EditorUi>;
  /** Why the person may not edit; null when they may. */
  readOnly: string | null;
  /** The panel that tries revisions on datasets. It belongs to another feature, so the page passes it in. */
  EvaluatePanel: ComponentType<{ task: Task }>;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor needs an EditorContext above it');
  return editor;
}

/** A part of the draft; renders again only when that part changes. */
export function useDraft<T>(select: (state: DraftState) => T): T {
  return useStore(useEditor().draft.store, select);
}

/** A part of what the editor shows. */
export function useEditorUi<T>(select: (state: EditorUi) => T): T {
  return useStore(useEditor().ui, select);
}

/** Everything that is wrong within a part of the definition. */
export function useProblems(pointer: string): FieldError[] {
  return useEditorUi(
    useShallow((ui) =>
      shownProblems(ui).filter((e) => e.pointer === pointer || e.pointer.startsWith(`${pointer}/`)),
    ),
  );
}

/** How much is wrong within parts of the definition. */
export function useProblemCount(...pointers: readonly string[]): number {
  const isWithin = (at: string) =>
    pointers.some((each) => at === each || at.startsWith(`${each}/`));
  return useEditorUi((ui) => shownProblems(ui).filter((e) => isWithin(e.pointer)).length);
}

/** The first thing that is wrong with a field. */
export function useProblem(pointer: string): string | undefined {
  return useEditorUi((ui) => messageAt(shownProblems(ui), pointer));
}
