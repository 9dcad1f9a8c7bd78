import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { useGetRunStep } from '#generated/api/run/run.ts';
import type { RunStep } from '#generated/model/index.ts';
import { explainRunError } from '../result/run-error-guide.ts';
import { Messages, messagesOf } from './messages.tsx';
import { foundIn, Passages } from './passages.tsx';
import classes from './trace.module.css';

/** The run that the step belongs to. */
export interface StepSource {
  orgId: string;
  projectId: string;
  runId: string;
}

/** A step's input, output, usage and error; long texts load only when it is expanded. */
export function StepDetail({ step, source }: { step: RunStep; source: StepSource | undefined }) {
  const isBare = step.input === null && step.output === null && step.status !== 'running';
  if (!source || !isBare) return <StepParts step={step} projectId={source?.projectId} />;
  return <LoadedStep step={step} source={source} />;
}

function LoadedStep({ step, source }: { step: RunStep; source: StepSource }) {
  const { orgId, projectId, runId } = source;
  const full = useGetRunStep(orgId, projectId, runId, step.id, {
    query: { meta: { silent: true } },
  });
  return (
    <>
      <StepParts step={full.data ?? step} projectId={projectId} />
      {full.isPending && <TextSkeleton lines={4} />}
      {full.error && <ErrorState error={full.error} onRetry={() => void full.refetch()} />}
    </>
  );
}

function StepParts({ step, projectId }: { step: RunStep; projectId: string | undefined }) {
  const found = step.kind === 'retrieve' ? foundIn(step.output) : undefined;
  return (
    <>
      {step.error && (
        <p className={classes.stepError} role="note">
          <strong>{explainRunError(step.error).title}.</strong> {step.error.message}
        </p>
      )}
      {step.usage && (
        <Text size="sm" c="dimmed" className="tl-tabular">
          {step.usage.input_tokens.toLocaleString('en-US')} tokens in ·{' '}
          {step.usage.output_tokens.toLocaleString('en-US')} out · {formatMicros(step.usage.cost)}
        </Text>
      )}
      <Data of={step} label="Input" value={step.input} />
      {found ? (
        <Part label="Output" copy={JSON.stringify(step.output, null, 2)}>
          <Passages found={found} projectId={projectId} />
        </Part>
      ) : (
        <Data of={step} label="Output" value={step.output} />
      )}
    </>
  );
}

function Data({ of, label, value }: { of: RunStep; label: string; value: unknown }) {
  if (value === null || value === undefined || value === '') return null;
  const messages = messagesOf(value);
  if (messages) {
    return (
      <Part label={label} copy={JSON.stringify(value, null, 2)}>
        <Messages messages={messages} />
        <Rest value={value} />
      </Part>
    );
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <Part label={label}>
      <CodeBlock
        code={text}
        what={`${label.toLowerCase()} of step ${of.kind}`}
        maxHeight={320}
        wrap
      />
    </Part>
  );
}

/** Model parameters besides the messages, such as temperature. */
function Rest({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const rest = Object.entries(value).filter(([key]) => key !== 'messages');
  if (rest.length === 0) return null;
  return (
    <p className={classes.rest}>
      {rest.map(([key, item]) => (
        <span key={key}>
          {key} <span className="tl-mono">{JSON.stringify(item)}</span>
        </span>
      ))}
    </p>
  );
}

function Part({ label, copy, children }: { label: string; copy?: string; children: ReactNode }) {
  return (
    <div>
      <div className={classes.partHead}>
        <span>{label}</span>
        {copy && <CopyButton value={copy} what={`step ${label.toLowerCase()}`} size="sm" />}
      </div>
      {children}
    </div>
  );
}
