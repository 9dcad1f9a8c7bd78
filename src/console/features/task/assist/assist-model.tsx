import { NativeSelect } from '@mantine/core';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import { useListModels } from '#generated/api/model/model.ts';
import classes from './assist.module.css';
import { useAssistModelStore } from './assist-model-store.ts';

/** Picks the model that writes suggestions. Hidden when there is only one. */
export function AssistModel() {
  const { orgId } = useActiveProject();
  const { modelId, choose } = useAssistModelStore();
  const { data } = useListModels(orgId, { page_limit: PAGE_LIMIT_MAX });
  const models = (data?.results ?? []).filter(({ available }) => available);
  const isChosen = models.some(({ id }) => id === modelId);
  if (models.length < 2) return null;
  return (
    <div className={classes.model}>
      <span aria-hidden>Written by</span>
      <NativeSelect
        className={classes.select}
        size="xs"
        aria-label="Assistant model"
        value={isChosen ? (modelId ?? '') : ''}
        data={[
          { value: '', label: 'Default' },
          ...models.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => choose(event.currentTarget.value || null)}
      />
    </div>
  );
}
