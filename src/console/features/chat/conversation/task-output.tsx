import { useState } from 'react';
import { PrettyValue } from '#console/modules/run/result/pretty-value.tsx';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import classes from './conversation.module.css';

const views = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'json', label: 'JSON' },
];

/** The typed output of a task. */
export function TaskOutput({ output }: { output: object }) {
  const [view, setView] = useState('pretty');
  return (
    <div className={classes.output}>
      <Segmented label="Output format" size="xs" items={views} value={view} onChange={setView} />
      {view === 'pretty' ? (
        <PrettyValue value={output} />
      ) : (
        <CodeBlock code={JSON.stringify(output, null, 2)} what="output as JSON" wrap />
      )}
    </div>
  );
}

/** The inputs that a task was called with. */
export function TaskInputs({ inputs }: { inputs: Record<string, unknown> }) {
  return <PrettyValue value={shortened(inputs)} />;
}

/** Without the content of files. */
function shortened(inputs: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('data:') ? 'File' : value,
    ]),
  );
}
