import { Alert, Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { addressOf } from '#console/modules/task/task-address.ts';
import { counted } from '#console/ui/display/counted.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { DirtyGuard } from '#console/ui/modal/dirty-guard.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { IMPORT_TEXT_MAX } from '#core/limits.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import { useImportDatasetCases } from '#generated/api/evaluation/evaluation.ts';
import type { Dataset, DatasetImport, DatasetImportResult, Task } from '#generated/model/index.ts';
import classes from '../evaluation.module.css';
import own from './dataset.module.css';

interface ImportModalProps {
  task: Task;
  dataset: Dataset;
  onClose: () => void;
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

/** Imports many cases at once. Valid rows are imported; errors are listed row by row. */
export function ImportModal({ task, dataset, onClose }: ImportModalProps) {
  const [format, setFormat] = useState<Format>('csv');
  const [content, setContent] = useState('');
  const [result, setResult] = useState<DatasetImportResult | null>(null);
  /** The text left by the last import, which closing wouldn't lose. */
  const [settled, setSettled] = useState('');
  const send = useImportDatasetCases();
  const contentError =
    content.length > IMPORT_TEXT_MAX ? TASK_VALIDATION.importText(IMPORT_TEXT_MAX) : undefined;

  const read = async (file: File | null) => {
    if (!file) return;
    setFormat(/\.(jsonl|ndjson|json)$/i.test(file.name) ? 'jsonl' : 'csv');
    setContent(await readTextFile(file));
    setResult(null);
  };

  const start = async () => {
    setResult(null);
    const data = { format, content };
    const imported = await send.mutateAsync({ ...addressOf(task), datasetId: dataset.id, data });
    if (imported.errors.length === 0) {
      toast.success(`${counted(imported.added, 'case')} added`);
      return onClose();
    }
    setResult(imported);
    const left = imported.added > 0 ? await rowsLeft(data, imported) : content;
    setContent(left);
    setSettled(left);
  };

  return (
    <Modal opened onClose={onClose} title="Import cases" size="lg">
      <Stack gap="md">
        <Group gap="sm">
          <Segmented label="Format" items={formats} value={format} onChange={setFormat} />
          <div className={classes.push}>
            <FileButton
              onChange={(file) => void read(file)}
              accept=".csv,.jsonl,.ndjson,.json,.txt,text/csv"
            >
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconUpload />}>
                  Choose file
                </Button>
              )}
            </FileButton>
          </div>
        </Group>
        <Text size="sm" c="dimmed">
          {format === 'csv'
            ? "The header row can contain the task's variables, name, and expected or expected.field."
            : 'One JSON object per line, with inputs, expected and name, or just the inputs.'}
        </Text>
        <Textarea
          data-autofocus
          aria-label="Cases"
          placeholder={examples[format]}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
          rows={10}
          classNames={{ input: 'tl-mono' }}
          error={contentError}
          spellCheck={false}
        />
        {result && <Rejected result={result} />}
        <DirtyGuard when={content.trim() !== '' && content !== settled} />
        <DialogFooter cancel={result ? 'Close' : 'Cancel'}>
          <Button
            onClick={() => void attempt(start)}
            loading={send.isPending}
            disabled={content.trim() === '' || contentError !== undefined}
          >
            Import cases
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

/** The result of an import with rejected rows. */
function Rejected({ result: { added, rejected, errors } }: { result: DatasetImportResult }) {
  return (
    <Alert
      color={added > 0 ? 'yellow' : 'red'}
      title={`${added.toLocaleString('en-US')} of ${counted(added + rejected, 'row')} imported`}
    >
      {added > 0 && rejected > 0 && (
        <Text size="sm" mb={8}>
          Imported rows were removed from the text above. Fix these rows and import again:
        </Text>
      )}
      <ul className={own.rowErrors}>
        {errors.map(({ row, message }) => (
          <li key={`${row} ${message}`}>
            {row > 0 && <span className="tl-mono">Row {row}: </span>}
            {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The rows left to fix. Importing them again adds nothing twice. */
async function rowsLeft(sent: DatasetImport, { errors }: DatasetImportResult): Promise<string> {
  const { rowsOf } = await import('#core/evaluation/import-rows.ts');
  return rowsOf(
    sent,
    errors.map(({ row }) => row),
  );
}

/** Reads a file as UTF-8 or UTF-16, or else in the Windows encoding that spreadsheets use. */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
