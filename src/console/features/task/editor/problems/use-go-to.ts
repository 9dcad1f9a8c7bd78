import { useEditor } from '../editor-context.tsx';
import { usePaneTab } from '../use-pane-tab.ts';
import { goTo } from './go-to.ts';

/** Goes to the field at a pointer. On small screens it switches to the editor first. */
export function useGoTo(): (pointer: string) => void {
  const editor = useEditor();
  const { narrow, select } = usePaneTab();
  return (pointer) => {
    if (narrow) select('edit');
    goTo(editor, pointer);
  };
}
