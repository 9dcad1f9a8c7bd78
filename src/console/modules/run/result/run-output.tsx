import { Text } from '@mantine/core';
import { useId, useState } from 'react';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { Run } from '#generated/model/index.ts';
import { CitedRun, UnsupportedClaims } from './cited-text.tsx';
import { PrettyValue } from './pretty-value.tsx';
import classes from './result.module.css';

const views = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'json', label: 'JSON' },
  { value: 'raw', label: 'Raw' },
];

interface RunOutputProps {
  run: Run;
  /** Label of the version it belongs to, where there are several. */
  of?: string;
}

/** A run's output: formatted, as the API returns it, and as the model wrote it. */
export function RunOutput({ run, of }: RunOutputProps) {
  const id = useId();
  const [view, setView] = useState('pretty');
  const json = JSON.stringify(run.output, null, 2);
  return (
    <section
      className={classes.output}
      aria-label={of && `Output of ${of}`}
      aria-labelledby={of ? undefined : id}
    >
      <div className={classes.outputHead}>
        <Text id={id} component="h2" fw={600} size="sm">
          Output
        </Text>
        <Segmented label="Output format" items={views} value={view} onChange={setView} />
        <CopyButton value={() => textOf(run)} what="output" />
      </div>
      {view === 'pretty' && (
        <CitedRun value={run}>
          <Pretty run={run} />
          <UnsupportedClaims run={run} />
        </CitedRun>
      )}
      {view === 'json' && <CodeBlock code={json} what="output as JSON" maxHeight={480} wrap />}
      {view === 'raw' && (
        <CodeBlock code={run.output_text} what="model text" maxHeight={480} wrap />
      )}
    </section>
  );
}

function textOf({ output, output_text }: Run): string {
  if (output === null) return output_text;
  return typeof output === 'string' ? output : JSON.stringify(output, null, 2);
}

function Pretty({ run }: { run: Run }) {
  if (run.output !== null) return <PrettyValue value={run.output} />;
  if (run.output_text === '') {
    return (
      <Text size="sm" c="dimmed">
        The model returned no text.
      </Text>
    );
  }
  return <PrettyValue value={run.output_text} />;
}

/** Text as the model generates it. */
export function StreamedText({ text, live }: { text: string; live?: boolean }) {
  return (
    <div className={classes.text} data-live={live || undefined} aria-live="off">
      {text}
    </div>
  );
}
