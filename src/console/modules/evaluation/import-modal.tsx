import { Alert, Button, FileButton, Stack, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { DialogFooter } from '#console/ui/dialog-footer.tsx';
import { DirtyGuard } from '#console/ui/dirty-guard.tsx';
import { Modal } from '#console/ui/modal.tsx';
import { Segmented } from '#console/ui/segmented.tsx';
import { toast } from '#console/ui/toast.ts';
import { useImportDatasetCases } from '#generated/api/evaluation/evaluation.ts';
import type { Dataset, DatasetImport, DatasetImportResult, Task } from '#generated/model/index.ts';
import { addressOf } from './address.ts';
import classes from './evaluation.module.css';

interface ImportModalProps {
  task: Task;
  dataset: Dataset;
  onClose: () => void;
  onSaved: () => Promise<void>;
}

type Format = DatasetImport['format'];

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'jsonl', label: 'JSONL' },
] as const;
const examples: Record<Format, string> = {
  csv: 'review,expected.sentiment,name\n"The lamp arrived broken.",negative,Broken lamp',
  jsonl: '{"inputs":{"review":"The lamp arrived broken."},"expected":{"sentiment":"negative"}}',
};

/** Many cases at once. Good rows are kept; what is wrong with the others is told row by row. */
export function ImportModal({ task, dataset, onClose, onSaved }: ImportModalProps) {
  const [format, setFormat] = useState<Format>('csv');
  const [content, setContent] = useState('');
  const [result, setResult] = useState<DatasetImportResult | null>(null);
  const send = useImportDatasetCases({ mutation: { meta: { silent: true } } });

  const read = async (file: File | null) => {
    if (!file) return;
    setFormat(/\.(jsonl|ndjson|json)$/i.test(file.name) ? 'jsonl' : 'csv');
    setContent(await file.text());
    setResult(null);
  };

  const start = async () => {
    setResult(null);
    const data = { format, content };
    const answer = await send.mutateAsync({ ...addressOf(task), datasetId: dataset.id, data });
    await onSaved();
    if (answer.errors.length > 0) return setResult(answer);
    toast.success(`${answer.added.toLocaleString('en-US')} cases added`);
    onClose();
  };

  return (
    <Modal opened onClose={onClose} title="Import cases" size="lg">
      <Stack gap="md">
        <div className={classes.bar}>
          <Segmented label="Format" items={formats} value={format} onChange={setFormat} />
          <div className={classes.push}>
            <FileButton
              onChange={(file) => void read(file)}
              accept=".csv,.jsonl,.ndjson,.json,.txt,text/csv"
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconUpload size={16} stroke={1.5} />}
                >
                  Choose a file
                </Button>
              )}
            </FileButton>
          </div>
        </div>
        <Text size="sm" c="dimmed">
          {format === 'csv'
            ? 'The first line names the columns: the variables of the task, name, and expected or expected.field.'
            : 'On each line an object with inputs, expected and name, or just the inputs.'}
        </Text>
        <Textarea
          data-autofocus
          aria-label="Cases"
          placeholder={examples[format]}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
          rows={10}
          classNames={{ input: classes.mono }}
          spellCheck={false}
        />
        {send.error && <Alert color="red">{messageOf(send.error)}</Alert>}
        {result && (
          <Alert
            color={result.added > 0 ? 'yellow' : 'red'}
            title={`${result.added.toLocaleString('en-US')} cases were added, these rows were not`}
          >
            <ul className={classes.rowErrors}>
              {result.errors.map(({ row, message }) => (
                <li key={row}>
                  {row > 0 && <span className="tl-mono">Row {row}: </span>}
                  {message}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <DirtyGuard when={content.trim() !== '' && result === null} />
        <DialogFooter cancel={result ? 'Close' : 'Cancel'}>
          <Button
            onClick={() => void start().catch(() => undefined)}
            loading={send.isPending}
            disabled={content.trim() === ''}
          >
            Import
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
