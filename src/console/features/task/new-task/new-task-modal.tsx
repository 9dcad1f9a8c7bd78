import { useState } from 'react';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { BlankTask } from './blank-task.tsx';
import { DescribedTask } from './described-task.tsx';
import classes from './new-task.module.css';
import { TemplateTask } from './template-task.tsx';

type Way = 'describe' | 'template' | 'blank';

const ways = [
  { value: 'describe', label: 'Describe it' },
  { value: 'template', label: 'From a template' },
  { value: 'blank', label: 'Blank' },
] as const;

/** The ways to a new task; each makes one and opens it. */
export function NewTaskModal({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  const [way, setWay] = useState<Way>('describe');
  const close = () => setOpened(false);
  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title="New task" size="lg">
      <div className={classes.ways}>
        <Segmented label="Begin with" items={ways} value={way} onChange={setWay} />
      </div>
      {way === 'describe' && <DescribedTask onClose={close} />}
      {way === 'blank' && <BlankTask onClose={close} />}
      {way === 'template' && <TemplateTask onClose={close} />}
    </Modal>
  );
}
