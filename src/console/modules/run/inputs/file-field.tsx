import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { INPUT_FILE_MAX_BYTES, INPUT_FILE_MAX_MB } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { describeFile, INPUT_FILE_TYPES, readDataUrl } from '#core/task/input/files.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { TaskVariable } from '#generated/model/index.ts';
import classes from './file-field.module.css';
import { isNeeded } from './input-values.ts';

interface FileFieldProps {
  variable: TaskVariable & { type: 'image' | 'file' };
  /** A data URL, or empty. */
  value: string;
  onChange: (url: string) => void;
  error: string | undefined;
}

/** Media types by extension, for systems that don't know them. */
const ENDINGS: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  txt: 'text/plain',
};

/** An image or file, selected, dropped or pasted. */
export function FileField({ variable, value, onChange, error }: FileFieldProps) {
  const { name, type, description } = variable;
  const [refused, setRefused] = useState<string | null>(null);
  const file = readDataUrl(value);

  const take = async (given: File | null | undefined) => {
    if (!given) return;
    const mediaType = typeOf(given);
    if (!INPUT_FILE_TYPES[type].includes(mediaType)) {
      setRefused(type === 'image' ? MESSAGES.image.unsupported : MESSAGES.document.unsupported);
    } else if (given.size > INPUT_FILE_MAX_BYTES) {
      setRefused(MESSAGES.image.tooLarge(INPUT_FILE_MAX_MB));
    } else if (given.size === 0) {
      setRefused(type === 'image' ? TASK_VALIDATION.notImage : TASK_VALIDATION.notFile);
    } else {
      setRefused(null);
      onChange(await toDataUrl(given, mediaType));
    }
  };

  return (
    <Input.Wrapper
      label={<span className={`tl-mono ${classes.label}`}>{name}</span>}
      labelElement="div"
      description={description || undefined}
      required={isNeeded(variable)}
      error={refused ?? error}
    >
      <section
        aria-label={name}
        className={classes.drop}
        data-input={name}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
        onPaste={(event) => void take(event.clipboardData.files[0])}
      >
        <FileButton
          accept={[...INPUT_FILE_TYPES[type], ...(type === 'file' ? ['.md', '.csv'] : [])].join(
            ',',
          )}
          onChange={(given) => void take(given)}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload />}>
              {file ? 'Replace file' : type === 'image' ? 'Choose image' : 'Choose file'}
            </Button>
          )}
        </FileButton>
        {file ? (
          <Group gap="xs" wrap="nowrap" className={classes.chosen}>
            {type === 'image' ? (
              <img src={value} alt="" className={classes.thumb} />
            ) : (
              <IconFile aria-hidden />
            )}
            <span>{describeFile(file)}</span>
            <IconButton label={`Remove ${name}`} tip="Remove" onClick={() => onChange('')}>
              <IconX />
            </IconButton>
          </Group>
        ) : (
          <span className={classes.hint}>or drop it here, up to {INPUT_FILE_MAX_MB} MB</span>
        )}
      </section>
    </Input.Wrapper>
  );
}

function typeOf(file: File): string {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  return ENDINGS[ending] ?? file.type;
}

function toDataUrl(file: File, mediaType: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([file], { type: mediaType }));
  });
}
