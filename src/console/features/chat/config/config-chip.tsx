import { IconAdjustments, IconCpu, IconFiles, IconSparkles } from '@tabler/icons-react';
import { useModels } from '#console/modules/model/use-models.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useGetCollection } from '#generated/api/collection/collection.ts';
import { useGetTask } from '#generated/api/task/task.ts';
import type { ChatConfig } from '#generated/model/index.ts';
import classes from '../composer/composer.module.css';
import { configText } from './config-text.ts';

/** What the chat talks to. It opens the configuration. */
export function ConfigChip({ config, onClick }: { config: ChatConfig; onClick: () => void }) {
  const { at, orgId } = useActiveProject();
  const { type, collection_ids = [], task_id, model_id } = config;
  const only = collection_ids.length === 1 ? (collection_ids[0] ?? '') : '';
  const collection = useGetCollection(...at, only, {
    query: { enabled: only !== '', meta: { silent: true } },
  });
  const task = useGetTask(...at, task_id ?? '', {
    query: { enabled: type === 'task', meta: { silent: true } },
  });
  const { models } = useModels(orgId);
  const text = configText(config, {
    name: type === 'task' ? task.data?.name : collection.data?.name,
    model: models.find(({ id }) => id === model_id)?.name ?? model_id ?? undefined,
  });
  return (
    <button
      type="button"
      className={classes.configChip}
      onClick={onClick}
      aria-label={`Configuration: ${text}`}
    >
      {type === 'collections' ? (
        <IconFiles aria-hidden />
      ) : type === 'task' ? (
        <IconSparkles aria-hidden />
      ) : (
        <IconCpu aria-hidden />
      )}
      <span className="tl-truncate">{text}</span>
      <IconAdjustments aria-hidden />
    </button>
  );
}
