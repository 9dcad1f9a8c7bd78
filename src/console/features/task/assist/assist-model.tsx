import { unusableReason } from '#console/modules/model/model-groups.ts';
import { ModelPicker } from '#console/modules/model/model-picker.tsx';
import { useModels } from '#console/modules/model/use-models.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import classes from './assist.module.css';
import { useAssistModelStore } from './assist-model-store.ts';

/** Picks the model that writes suggestions. Hidden when there is only one. */
export function AssistModel() {
  const { orgId } = useActiveProject();
  const { modelId, choose } = useAssistModelStore();
  const { models } = useModels(orgId);
  const usable = models.filter((model) => unusableReason(model) === null);
  const isChosen = usable.some(({ id }) => id === modelId);
  if (usable.length < 2) return null;
  return (
    <div className={classes.model}>
      <span aria-hidden>Written by</span>
      <div className={classes.select}>
        <ModelPicker
          orgId={orgId}
          label="Assistant model"
          none="Default"
          modelId={isChosen ? (modelId ?? '') : ''}
          onChange={(id) => choose(id || null)}
        />
      </div>
    </div>
  );
}
