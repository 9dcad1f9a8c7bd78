import { unusableReason } from '#console/modules/model/model-groups.ts';
import { useModels } from '#console/modules/model/use-models.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';

/** The names of all models, and which of them can be used now. */
export function useModelChoices(): { value: string; label: string; disabled: boolean }[] {
  const { orgId } = useActiveProject();
  return useModels(orgId).models.map((model) => ({
    value: model.id,
    label: model.name,
    disabled: unusableReason(model) !== null,
  }));
}
