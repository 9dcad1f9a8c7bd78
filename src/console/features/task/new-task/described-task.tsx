import { Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { DirtyGuard } from '#console/ui/modal/dirty-guard.tsx';
import type { AssistGeneratedTask } from '#generated/model/index.ts';
import { AskButton } from '../assist/ask-button.tsx';
import { AssistModel } from '../assist/assist-model.tsx';
import { AssistStatus } from '../assist/assist-status.tsx';
import { useAssist } from '../assist/use-assist.ts';
import { GeneratedTask } from './generated-task.tsx';
import classes from './new-task.module.css';

const examples = [
  'Classify support emails as bug, billing or other, and rate urgency.',
  'Summarise meeting transcripts, with decisions and action items.',
  'Extract the sender, date and total from invoices.',
];

/** Generates a task from a description. The result can be edited before the task is created. */
export function DescribedTask({
  initial = '',
  onClose,
}: {
  initial?: string | undefined;
  onClose: () => void;
}) {
  const [description, setDescription] = useState(initial);
  const [generated, setGenerated] = useState<{ task: AssistGeneratedTask; count: number } | null>(
    null,
  );
  const assist = useAssist();
  const running = assist.status === 'running';

  const generate = async () => {
    const text = description.trim();
    if (text === '' || running) return;
    const response = await assist.ask({ helper: 'generate_task', description: text });
    const result = response?.result;
    if (result?.helper !== 'generate_task') return;
    setGenerated((before) => ({ task: result, count: (before?.count ?? 0) + 1 }));
  };

  return (
    <Stack gap="md">
      {generated === null && <DirtyGuard when={description.trim() !== ''} />}
      <Textarea
        data-autofocus
        autoFocus
        label="What should the task do?"
        description="Describe the input, the output and any rules"
        placeholder={examples[0]}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void generate();
        }}
      />
      {description === '' && (
        <ul className={classes.examples} aria-label="Examples">
          {examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                className={classes.example}
                onClick={() => setDescription(example)}
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.bar}>
        <AskButton
          assist={assist}
          variant={generated ? 'default' : 'filled'}
          disabled={description.trim() === ''}
          onAsk={() => void generate()}
        >
          {generated ? 'Regenerate task' : 'Generate task'}
        </AskButton>
        <AssistModel />
      </div>
      <AssistStatus state={assist} />
      {generated && !running && (
        <GeneratedTask key={generated.count} generated={generated.task} onClose={onClose} />
      )}
    </Stack>
  );
}
