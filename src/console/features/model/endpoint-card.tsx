import { Button, Loader } from '@mantine/core';
import { IconCheck, IconMinus, IconPlugConnected, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { counted } from '#console/ui/display/counted.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDuration, RelativeTime } from '#console/ui/display/time.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type {
  ModelEndpoint,
  ModelEndpointCheck,
  ModelEndpointCheckResult,
  ModelEndpointCheckStatus,
} from '#generated/model/index.ts';
import classes from './models.module.css';
import type { EndpointTest } from './use-endpoint-test.ts';

interface EndpointCardProps {
  endpoint: ModelEndpoint;
  test: EndpointTest | undefined;
  /** Why it can't be tested; null if it can. */
  blocked: string | null;
  onTest: () => void;
  /** More about it, below its test. */
  children?: ReactNode;
}

const CHECKS: Record<ModelEndpointCheck, string> = {
  list: 'List of models',
  answer: 'Answer',
  stream: 'Stream',
  schema: 'Schema',
  tools: 'Tools',
  embeddings: 'Embeddings',
};

/** The ID of an endpoint's element. */
export function cardId(endpointId: string): string {
  return `endpoint-${endpointId}`;
}

/** An endpoint: its state, its models, and what a test of it found. */
export function EndpointCard({ endpoint, test, blocked, onTest, children }: EndpointCardProps) {
  const { name, is_own, base_url, problem, checked_at, chat_models, embedding_models } = endpoint;
  const isRunning = test !== undefined && test.running.length > 0;
  const state = stateOf(endpoint);
  // A test of the list repeats the problem or clears it.
  const isRepeated = test?.results.some(({ check }) => check === 'list') ?? false;
  const tested = test?.results.find(({ check }) => check === 'answer')?.model_id ?? null;
  const models = [
    counted(chat_models, 'model'),
    embedding_models > 0 && counted(embedding_models, 'embedding model'),
  ].filter(Boolean);
  return (
    <section className={classes.card} id={cardId(endpoint.id)} aria-label={name}>
      <div className={classes.head}>
        <h3>{name}</h3>
        <StatusBadge tone={state.tone} dot>
          {state.label}
        </StatusBadge>
        <Tooltip label={blocked}>
          <Button
            className={classes.test}
            variant="default"
            size="compact-sm"
            leftSection={isRunning ? <Loader size={14} /> : <IconPlugConnected />}
            aria-label={`Test ${name}`}
            // Not disabled, or keyboard users would lose their place, and couldn't read the reason.
            data-disabled={blocked !== null || undefined}
            aria-disabled={blocked !== null || isRunning || undefined}
            aria-busy={isRunning}
            onClick={blocked === null && !isRunning ? onTest : undefined}
          >
            Test
          </Button>
        </Tooltip>
      </div>
      <p className={classes.facts}>
        {base_url && <span className="tl-mono tl-truncate">{base_url}</span>}
        <span>
          {models.join(' · ')}
          {checked_at !== null && (
            <>
              {' · checked '}
              <RelativeTime value={checked_at} />
            </>
          )}
        </span>
      </p>
      {problem !== null && !isRepeated && <p className={classes.problem}>{problem}</p>}
      {test && (
        <div aria-live="polite">
          <ul className={classes.results} aria-label={`Test of ${name}`}>
            {test.results.map((result) => (
              <Result key={result.check} result={result} />
            ))}
            {test.running.map((check) => (
              <li key={check}>
                <Loader size={14} />
                <span>{CHECKS[check]}</span>
              </li>
            ))}
          </ul>
          {test.error !== null && <p className={classes.problem}>{test.error}</p>}
          <p className={classes.facts}>
            {tested !== null && (
              <span>Tested with {tested.slice(is_own ? endpoint.id.length + 1 : 0)}</span>
            )}
            {test.cost > 0 && <span>Cost {formatMicros(test.cost)}</span>}
          </p>
        </div>
      )}
      {children}
    </section>
  );
}

function stateOf({ problem, base_url, is_own, checked_at }: ModelEndpoint) {
  if (problem !== null) return { tone: 'warning', label: 'Unavailable' } as const;
  if (base_url === null && !is_own) return { tone: 'success', label: 'Built in' } as const;
  if (checked_at === null) return { tone: 'neutral', label: 'Not checked' } as const;
  return { tone: 'success', label: 'Responding' } as const;
}

const ICONS: Record<ModelEndpointCheckStatus, ReactNode> = {
  passed: <IconCheck aria-label="Passed" />,
  failed: <IconX aria-label="Failed" />,
  skipped: <IconMinus aria-label="Skipped" />,
};

function Result({ result }: { result: ModelEndpointCheckResult }) {
  const { check, status, model_id, message, duration_ms } = result;
  return (
    <li data-status={status} title={model_id ?? undefined}>
      {ICONS[status]}
      <span>{CHECKS[check]}</span>
      <span className={classes.message}>{message}</span>
      {status !== 'skipped' && <span className={classes.time}>{formatDuration(duration_ms)}</span>}
    </li>
  );
}
