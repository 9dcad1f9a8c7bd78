import { Button } from '@mantine/core';
import { useState } from 'react';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { keysText } from '#console/ui/display/shortcut.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { MenuHost } from '#console/ui/menu/menu-anchor.tsx';
import { useDisclosure } from '#console/ui/menu/use-disclosure.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useIdleLoad } from '#console/ui/use-idle-load.ts';
import type { Task } from '#generated/model/index.ts';
import { useEditor } from '../editor-context.tsx';
import type { RevisionFormValues } from './save-revision-form.tsx';

const load = () => import('./save-revision-form.tsx');
const SaveRevisionForm = onDemand(load, 'SaveRevisionForm');

/** The button that saves the draft as a revision. */
export function SaveRevision({ task }: { task: Task }) {
  const { readOnly } = useEditor();
  const [values, setValues] = useState<RevisionFormValues>({ note: '', activate: null });
  const form = useDisclosure('dialog');
  const locked = readOnly !== null;
  useIdleLoad(load);
  useShortcut('mod+S', 'Save revision', () => !locked && form.open(), { group: 'Task' });

  return (
    <MenuHost>
      <Tooltip label={readOnly ?? `Save revision (${keysText('mod+S')})`} disabled={form.opened}>
        <Button
          {...form.button}
          onClick={locked ? undefined : form.button.onClick}
          variant="default"
          data-disabled={locked || undefined}
          aria-disabled={locked || undefined}
        >
          Save revision
        </Button>
      </Tooltip>
      {form.opened && (
        <SaveRevisionForm task={task} values={values} onChange={setValues} onClose={form.close} />
      )}
    </MenuHost>
  );
}
