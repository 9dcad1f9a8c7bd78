import { Group, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import type { Run } from '#generated/model/index.ts';
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
  actions?: React.ReactNode;
}

/** A run's output: formatted, as the API returns it, and as the model wrote it. */
export function RunOutput(props: RunOutputProps) {
  const { run, of, actions } = props;
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
        <Group gap={4} ml="auto" justify="flex-end">
          {actions}
        </Group>
      </div>
      {view === 'pretty' && <Pretty run={run} />}
      {view === 'json' && <CodeBlock code={json} label="output as JSON" maxHeight={480} wrap />}
      {view === 'raw' && (
        <CodeBlock code={run.output_text} label="model text" maxHeight={480} wrap />
      )}
    </section>
  );
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
  return <StreamedText text={run.output_text} />;
}

/** Text as the model writes it. */
export function StreamedText({ text, live }: { text: string; live?: boolean }) {
  return (
    <div className={classes.text} data-live={live || undefined} aria-live="off">
      {text}
    </div>
  );
}
