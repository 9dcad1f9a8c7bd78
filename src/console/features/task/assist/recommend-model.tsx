import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPlayerStopFilled, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useModels } from '#console/modules/model/use-models.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { AssistPriority, AssistRecommendedModel } from '#generated/model/index.ts';
import { useEditor } from '../editor/editor-context.tsx';
import { AssistModel } from './assist-model.tsx';
import classes from './assist-panel.module.css';
import { AssistStatus } from './assist-status.tsx';
import { useAssist } from './use-assist.ts';

const priorities = [
  { value: 'balanced', label: 'Balanced' },
  { value: 'price', label: 'Price' },
  { value: 'speed', label: 'Speed' },
  { value: 'quality', label: 'Quality' },
] as const;

/** Recommends a model for the task, with reasons, and lets the user switch to it. */
export function RecommendModel({ onClose }: { onClose: () => void }) {
  const { address, draft } = useEditor();
  const { models } = useModels(address.orgId);
  const [priority, setPriority] = useState<AssistPriority>('balanced');
  const assist = useAssist();
  const { ask } = assist;
  const result =
    assist.response?.result.helper === 'recommend_model' ? assist.response.result : null;
  const nameOf = (id: string) => models.find((model) => model.id === id)?.name ?? id;

  useEffect(() => {
    const { content: definition } = draft.store.getState();
    void ask({ helper: 'recommend_model', priority, definition });
  }, [ask, draft, priority]);

  const write = (id: string) => draft.edit((definition) => ({ ...definition, model_id: id }));
  const take = (id: string) => {
    const before = draft.store.getState().content.model_id;
    write(id);
    onClose();
    toast.undo(`Model changed to ${nameOf(id)}`, () => write(before));
  };

  return (
    <section className={classes.panel} aria-label="Recommended model">
      <Group gap="sm">
        <Segmented
          label="Optimise for"
          items={priorities}
          value={priority}
          onChange={setPriority}
        />
        <div className={classes.push} />
        {assist.status === 'running' && (
          <Button variant="default" leftSection={<IconPlayerStopFilled />} onClick={assist.stop}>
            Stop
          </Button>
        )}
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX />
        </ActionIcon>
      </Group>
      {result && <Reasons result={result} nameOf={nameOf} />}
      <AssistStatus state={assist} />
      <Group gap="sm">
        {result && (
          <Button onClick={() => take(result.recommended_model_id)}>
            Use {nameOf(result.recommended_model_id)}
          </Button>
        )}
        <div className={classes.push}>
          <AssistModel />
        </div>
      </Group>
    </section>
  );
}

interface ReasonsProps {
  result: AssistRecommendedModel;
  nameOf: (id: string) => string;
}

function Reasons({ result, nameOf }: ReasonsProps) {
  return (
    <>
      <p className={classes.chosen}>{nameOf(result.recommended_model_id)}</p>
      <dl className={classes.reasons}>
        {result.reasons.map(({ aspect, text }) => (
          <Reason key={aspect} aspect={aspect} text={text} />
        ))}
      </dl>
      {result.alternatives.length > 0 && (
        <ul className={classes.others}>
          {result.alternatives.map(({ model_id, text }) => (
            <li key={model_id}>
              {nameOf(model_id)}: {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Reason({ aspect, text }: { aspect: string; text: string }) {
  return (
    <>
      <dt>{aspect}</dt>
      <dd>{text}</dd>
    </>
  );
}
