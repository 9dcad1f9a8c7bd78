import { type ComponentType, createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import type { StoreApi } from 'zustand/vanilla';
import type { DraftSync } from '#console/modules/draft/draft-sync.ts';
import type { DraftState } from '#console/modules/draft/draft-types.ts';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import type { FieldError, Task, TaskDefinition } from '#generated/model/index.ts';
import type { EditorUi } from './editor-ui.ts';
import { messageAt, shownProblems } from './problems/problems.ts';

/** Shared by all parts of an open editor. */
export interface Editor {
  address: TaskAddress;
  draft: DraftSync<TaskDefinition>;
  ui: StoreApi<EditorUi>;
  /** Why editing is disabled; null when it is allowed. */
  readOnly: string | null;
  /** Whether the person may add and change tools that call servers, which use the project's credentials. */
  mayCallServers: boolean;
  /** The evaluation panel. It belongs to another feature, so the page passes it in. */
  EvaluatePanel: ComponentType<{ task: Task }>;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor needs an EditorContext above it');
  return editor;
}

/** Selects from the draft; renders again only when the selected part changes. */
export function useDraft<T>(select: (state: DraftState<TaskDefinition>) => T): T {
  return useStore(useEditor().draft.store, select);
}

/** Selects from the editor's UI state. */
export function useEditorUi<T>(select: (state: EditorUi) => T): T {
  return useStore(useEditor().ui, select);
}

/** All problems within a part of the definition. */
export function useProblems(pointer: string): FieldError[] {
  return useEditorUi(
    useShallow((ui) =>
      shownProblems(ui).filter((e) => e.pointer === pointer || e.pointer.startsWith(`${pointer}/`)),
    ),
  );
}

/** The number of problems within parts of the definition. */
export function useProblemCount(...pointers: readonly string[]): number {
  const isWithin = (at: string) =>
    pointers.some((each) => at === each || at.startsWith(`${each}/`));
  return useEditorUi((ui) => shownProblems(ui).filter((e) => isWithin(e.pointer)).length);
}

/** The first problem of a field. */
export function useProblem(pointer: string): string | undefined {
  return useEditorUi((ui) => messageAt(shownProblems(ui), pointer));
}
