import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { PropertyList } from '#console/ui/display/property-list.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { encodeEvent } from '#core/sse.ts';
import type { RunDeltaEvent, RunEvent, RunUsageEvent } from '#generated/model/index.ts';
import classes from './api-panel.module.css';

const delta: RunDeltaEvent = { type: 'run.delta', offset: 0, text: 'Hello' };
const usage: RunUsageEvent = {
  type: 'run.usage',
  usage: { input_tokens: 42, output_tokens: 3, cost: 12 },
};

/** Whole runs are too long for a sample: their members are named in the table of the contract. */
const sample = [
  'id: 1\nevent: run.started\ndata: {"type":"run.started","run":{"id":"run_…","status":"running", …}}\n\n',
  encodeEvent({ id: '2', event: delta.type, data: JSON.stringify(delta) }),
  encodeEvent({ id: '3', event: usage.type, data: JSON.stringify(usage) }),
  'id: 4\nevent: run.succeeded\ndata: {"type":"run.succeeded","run":{"id":"run_…","output": …}}\n\n',
].join('');

const kinds: Record<RunEvent['type'], string> = {
  'run.started': 'The run was accepted. Always first, also when a stream is resumed.',
  'run.step': 'A step began or ended.',
  'run.delta': 'More text; `offset` says where it stands.',
  'run.usage': 'Tokens and cost so far.',
  'run.reset': 'The text did not fit the format and is written again.',
  'run.succeeded': 'The end: the run has its output.',
  'run.failed': 'The end: `run.error` says why.',
  'run.cancelled': 'The end: the run was stopped.',
};

/** What a stream sends. */
export function ApiEvents() {
  return (
    <section>
      <SectionTitle>Stream events</SectionTitle>
      <p className={classes.lead}>
        Exactly one of the last three ends a stream. After a lost connection, ask for{' '}
        <code className="tl-mono">GET …/run/{'{runId}'}/stream</code> with{' '}
        <code className="tl-mono">Last-Event-ID</code>.
      </p>
      <PropertyList
        rows={Object.entries(kinds).map(([name, text]) => ({
          name,
          value: text.replaceAll('`', ''),
        }))}
      />
      <div className={classes.sample}>
        <CodeBlock code={sample.trimEnd()} label="a sample stream" maxHeight={320} />
      </div>
    </section>
  );
}
