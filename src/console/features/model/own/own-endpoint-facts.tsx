import { Button, Progress } from '@mantine/core';
import { counted } from '#console/ui/display/counted.ts';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { formatMicros } from '#core/billing/money.ts';
import type { OwnEndpoint } from '#generated/model/index.ts';
import classes from '../models.module.css';

interface OwnEndpointFactsProps {
  endpoint: OwnEndpoint;
  fallback: string | null;
  onEdit: () => void;
  onKey: () => void;
  onModels: () => void;
  onDelete: () => void;
}

/** What only those see who manage an endpoint: its key, what was spent, and its fallback. */
export function OwnEndpointFacts(props: OwnEndpointFactsProps) {
  const { endpoint, fallback, onEdit, onKey, onModels, onDelete } = props;
  const { name, key, spend, spend_limit, unpriced_models, fallback_model_id } = endpoint;
  const used = spend.spent + spend.reserved;
  const isUsedUp = spend_limit !== null && used >= spend_limit;
  return (
    <div className={classes.own}>
      <p className={classes.facts}>
        <span>
          {key === null ? (
            'No key'
          ) : (
            <>
              Key ••••{key.last_four}, changed <RelativeTime value={key.changed_at} />
              {key.used_at === null ? (
                ', not used yet'
              ) : (
                <>
                  , last used <RelativeTime value={key.used_at} />
                </>
              )}
            </>
          )}
        </span>
        <span>
          {spend_limit === null
            ? `${formatMicros(spend.spent)} spent this month`
            : `${formatMicros(used)} of ${formatMicros(spend_limit)} spent this month`}
          {spend.unpriced_calls > 0 &&
            ` and ${counted(spend.unpriced_calls, 'call')} without a price`}
        </span>
        {fallback_model_id !== null && <span>Fallback: {fallback ?? fallback_model_id}</span>}
      </p>
      {spend_limit !== null && (
        <Progress
          mt={6}
          size="sm"
          value={spend_limit === 0 ? 100 : Math.min(100, (used / spend_limit) * 100)}
          color={isUsedUp ? 'red' : undefined}
          aria-label={`Spend limit of ${name}`}
        />
      )}
      {isUsedUp && (
        <p className={classes.problem}>
          The spend limit is used up. Raise it, or wait for the next month (UTC).
        </p>
      )}
      {unpriced_models > 0 && (
        <p className={classes.facts}>
          {counted(unpriced_models, 'model')} without a price
          {spend_limit !== null && ", which can't run because of the spend limit"}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Models of ${name}`}
          onClick={onModels}
        >
          Models
        </Button>
        <Button variant="default" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Replace key of ${name}`}
          onClick={onKey}
        >
          Replace key
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </div>
  );
}
