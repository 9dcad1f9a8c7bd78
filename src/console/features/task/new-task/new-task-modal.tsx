import { useState } from 'react';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { BlankTask } from './blank-task.tsx';
import { DescribedTask } from './described-task.tsx';
import classes from './new-task.module.css';
import { TemplateTask } from './template-task.tsx';

type Way = 'describe' | 'template' | 'blank';

const ways = [
  { value: 'describe', label: 'Describe' },
  { value: 'template', label: 'Template' },
  { value: 'blank', label: 'Blank' },
] as const;

interface NewTaskModalProps {
  /** What the task should do, to start with. */
  description?: string;
  onClose: () => void;
}

/** The ways to create a task; each creates it and opens it. */
export function NewTaskModal({ description, onClose }: NewTaskModalProps) {
  const [way, setWay] = useState<Way>('describe');
  return (
    <Modal onClosed={onClose} title="Create task" size="lg">
      {(done) => (
        <>
          <div className={classes.ways}>
            <Segmented label="Start from" items={ways} value={way} onChange={setWay} />
          </div>
          {way === 'describe' && <DescribedTask initial={description} onClose={done} />}
          {way === 'blank' && <BlankTask onClose={done} />}
          {way === 'template' && <TemplateTask onClose={done} />}
        </>
      )}
    </Modal>
  );
}
