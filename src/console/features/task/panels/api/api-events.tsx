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

/** Complete runs are too long for a sample; the contract describes them. */
const sample = [
  'id: 1\nevent: run.started\ndata: {"type":"run.started","run":{"id":"run_…","status":"running", …}}\n\n',
  encodeEvent({ id: '2', event: delta.type, data: JSON.stringify(delta) }),
  encodeEvent({ id: '3', event: usage.type, data: JSON.stringify(usage) }),
  'id: 4\nevent: run.succeeded\ndata: {"type":"run.succeeded","run":{"id":"run_…","output": …}}\n\n',
].join('');

const kinds: Record<RunEvent['type'], string> = {
  'run.started': 'The run was accepted. Always first, even when a stream is resumed.',
  'run.step': 'A step started or finished.',
  'run.delta': 'More text, starting at `offset`.',
  'run.reasoning': "More of the model's reasoning in a step, which isn't part of the output.",
  'run.usage': 'Tokens and cost so far.',
  'run.reset': "The text didn't match the format and is generated again.",
  'run.succeeded': 'Final: the run finished with an output.',
  'run.failed': 'Final: the run failed. `run.error` says why.',
  'run.cancelled': 'Final: the run was cancelled.',
};

/** The events of a stream. */
export function ApiEvents() {
  return (
    <section>
      <SectionTitle>Stream events</SectionTitle>
      <p className={classes.lead}>
        Every stream ends with exactly one of the last three. To resume after a lost connection,
        request <code className="tl-mono">GET …/run/{'{runId}'}/stream</code> with{' '}
        <code className="tl-mono">Last-Event-ID</code>.
      </p>
      <PropertyList
        rows={Object.entries(kinds).map(([name, text]) => ({
          name,
          value: text.replaceAll('`', ''),
        }))}
      />
      <div className={classes.sample}>
        <CodeBlock code={sample.trimEnd()} what="sample stream" maxHeight={320} />
      </div>
    </section>
  );
}
