import { useEditor } from '../editor-context.tsx';
import { usePaneTab } from '../use-pane-tab.ts';
import { goTo } from './go-to.ts';

/** Brings the field at a pointer into view; where there is room for one pane only, the editor comes first. */
export function useGoTo(): (pointer: string) => void {
  const editor = useEditor();
  const { narrow, select } = usePaneTab();
  return (pointer) => {
    if (narrow) select('edit');
    goTo(editor, pointer);
  };
}
