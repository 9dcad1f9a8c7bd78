import { ConflictDialog } from '#console/modules/draft/conflict/conflict-dialog.tsx';
import type { ConflictDialogProps } from '#console/modules/draft/conflict/three-way.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { DEFINITION_PARTS } from './definition-parts.ts';

/** Resolves two versions of a task's draft. */
export function DefinitionConflict(props: ConflictDialogProps<TaskDefinition>) {
  return <ConflictDialog table={DEFINITION_PARTS} {...props} />;
}
