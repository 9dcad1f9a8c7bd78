import { Anchor, Text } from '@mantine/core';
import { paths } from '#console/modules/paths.ts';
import { callerLabel } from '#console/modules/run/caller-kind.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { Link, LinkButton } from '#console/ui/navigation/link.tsx';
import type { ProblemCode, RejectedCallGroup } from '#generated/model/index.ts';
import { PROBLEM_HELP } from '#generated/problems/problem-help.ts';
import { Drawer, Section } from '../drawer/drawer.tsx';
import classes from '../drawer/run-drawer.module.css';
import type { DrawerControls } from '../drawer/use-drawer-row.ts';
import { sourceLabel } from '../run-columns.tsx';
import type { rejectionCodes } from './rejected-filters.ts';
import { reasonOf, targetOf, taskOf, wrongPart } from './rejected-labels.ts';

/** Advice on rejected calls for the owners of a task. Callers find theirs in the docs. */
const ADVICE: Record<(typeof rejectionCodes)[number], string> = {
  invalid_request:
    "The inputs don't match the revision's variables. Compare what the caller sends with the task's API tab. If a new revision changed the inputs, set the previous one active again, or make new inputs optional.",
  malformed_json: "The body isn't valid JSON. Ask the caller to use a JSON library.",
  prompt_too_long:
    'With these inputs, the prompts are too long. Shorten the prompts, or ask the caller to send less.',
  input_unsupported:
    "The revision's model doesn't accept this kind of file. Choose a model that does.",
  model_not_found: "The revision's model no longer exists. Save a revision with another model.",
  collection_not_found:
    "A collection that the task searches was deleted. Update the task's collections.",
  insufficient_balance:
    "The balance didn't cover the run's maximum cost. Add credits, or lower the max output tokens, so that each run reserves less.",
  spend_limit_reached:
    'The project or the API key has reached its spend limit, or a run may cost more than is left of it. Raise it under Settings → Billing → Limits, or wait for the next month.',
  forbidden:
    'Only people who can edit the task can run its draft or override its model. Call a revision instead.',
  not_found:
    "The requested task, revision or environment doesn't exist. Correct the call, or create the environment.",
  no_active_revision: 'No revision is active. Set one active, or name a revision in the call.',
  task_archived: 'The task is archived. Unarchive it, or stop the caller.',
  idempotency_conflict:
    'An idempotency key was used for two different requests. The caller needs a new key for each.',
  payload_too_large: 'The request is larger than the server accepts. Ask the caller to send less.',
  unsupported_media_type: 'The body must be sent as application/json.',
  rate_limited:
    'Too many calls at once or per minute. The caller should wait for the time in the Retry-After header, and send fewer calls in parallel.',
};

/** Advice on a group of rejected calls. */
function adviceOn(code: ProblemCode): string {
  const advice: Partial<Record<string, string>> = ADVICE;
  return advice[code] ?? (PROBLEM_HELP[code] ?? '').replaceAll('`', '');
}

interface RejectedDrawerProps {
  group: RejectedCallGroup;
  controls: DrawerControls;
}

/** The details of a group of rejected calls: the errors, the caller, and what to do. */
export function RejectedDrawer({ group, controls }: RejectedDrawerProps) {
  return (
    <Drawer
      label={`Rejected calls: ${reasonOf(group.code)}`}
      title={
        <>
          <StatusBadge tone="warning">{group.status}</StatusBadge>
          <span className={classes.drawerTitle}>{reasonOf(group.code)}</span>
        </>
      }
      actions={<Actions group={group} />}
      controls={controls}
    >
      <div className={classes.drawerBody}>
        <RejectedFacts group={group} />
        <Section title="What to do">
          <Text size="sm">{adviceOn(group.code)}</Text>
          <Anchor size="sm" href={`/docs/errors#${group.code}`} target="_blank" rel="noreferrer">
            {group.code} in the docs
          </Anchor>
        </Section>
      </div>
    </Drawer>
  );
}

function Actions({ group }: { group: RejectedCallGroup }) {
  const { projectId } = useActiveProject();
  const { task_id, task_name, caller } = group;
  const runsOf = new URLSearchParams({ caller: caller.id });
  return (
    <>
      {task_id !== null && task_name !== null && (
        <LinkButton size="xs" variant="default" to={`${paths.task(projectId, task_id)}?tab=api`}>
          View API
        </LinkButton>
      )}
      <LinkButton size="xs" variant="default" to={`${paths.runs(projectId)}?${runsOf}`}>
        Runs of this caller
      </LinkButton>
      {caller.type === 'api_key' && (
        <LinkButton size="xs" variant="default" to={paths.apiKeys(projectId)}>
          API keys
        </LinkButton>
      )}
    </>
  );
}

function RejectedFacts({ group }: { group: RejectedCallGroup }) {
  const { projectId } = useActiveProject();
  const { task_id, task_name, pointers, caller } = group;
  return (
    <Facts padded>
      <Fact label="Calls">{group.calls.toLocaleString('en-US')}</Fact>
      <Fact label="First">{formatDateTime(group.first_at)}</Fact>
      <Fact label="Last">{formatDateTime(group.last_at)}</Fact>
      <Fact label="Task">
        {task_id !== null && task_name !== null ? (
          <Anchor component={Link} size="sm" to={paths.task(projectId, task_id)}>
            {task_name}
          </Anchor>
        ) : (
          taskOf(group)
        )}
      </Fact>
      <Fact label="Revision">
        <span className="tl-mono">{targetOf(group)}</span>
      </Fact>
      <Fact label="Source">{sourceLabel(group.source)}</Fact>
      <Fact label="Caller">{callerLabel(caller)}</Fact>
      {pointers.length > 0 && (
        <Fact label="Details" wide>
          <span className="tl-mono">{pointers.map(wrongPart).join(', ')}</span>
        </Fact>
      )}
      {task_name === null && task_id !== null && (
        <Id label="Task ID" what="task ID" value={task_id} />
      )}
      <Id label="Last request ID" what="request ID" value={group.last_request_id} />
    </Facts>
  );
}

function Id({ label, what, value }: { label: string; what: string; value: string }) {
  return (
    <Fact label={label} wide>
      <span className="tl-mono">{value}</span>
      <CopyButton value={value} what={what} size="sm" />
    </Fact>
  );
}
