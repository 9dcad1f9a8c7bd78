import { Text } from '@mantine/core';
import { failureOf } from '#console/api/query/query-failure.ts';
import { paths } from '#console/modules/paths.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { Fact, Facts } from '#console/ui/display/facts.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { useGetAuditEntry } from '#generated/api/audit/audit.ts';
import type { AuditChange, AuditEntry } from '#generated/model/index.ts';
import classes from './audit.module.css';
import { fieldLabel, valueText } from './change-words.ts';
import { actorLabel, describeEntry } from './entry-words.ts';

interface EntryDialogProps {
  orgId: string;
  /** Null while no entry is open. */
  entryId: string | null;
  /** The entry in the list, if it is there. */
  known: AuditEntry | undefined;
  onClose: () => void;
}

/** One entry of the audit log, which a link can open too. */
export function EntryDialog({ orgId, entryId, known, onClose }: EntryDialogProps) {
  const query = useGetAuditEntry(orgId, entryId ?? '', {
    query: { enabled: entryId !== null && known === undefined },
  });
  const entry = known ?? query.data;
  return (
    <Modal
      opened={entryId !== null}
      onClose={onClose}
      title={entry ? describeEntry(entry) : 'Audit log entry'}
      size="lg"
    >
      <Loaded
        query={{ ...query, data: entry, error: failureOf(query) }}
        skeleton={<FormSkeleton fields={2} />}
      >
        {(shown) => <EntryDetails entry={shown} />}
      </Loaded>
    </Modal>
  );
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { actor, changes, count, created_at, last_at, network, outcome, reason } = entry;
  const isRefused = outcome === 'refused';
  const to = placeOf(entry);
  return (
    <>
      <Facts>
        <Fact label="Who" wide>
          {actorLabel(actor)}
        </Fact>
        <Fact label={isRefused && count > 1 ? 'First attempt' : 'When'}>
          {formatDateTime(created_at)}
        </Fact>
        {isRefused && count > 1 && <Fact label="Last attempt">{formatDateTime(last_at)}</Fact>}
        {isRefused && <Fact label="Attempts">{count.toLocaleString('en-US')}</Fact>}
        {reason && (
          <Fact label="Refused because of">
            <span className="tl-mono">{reason}</span>
          </Fact>
        )}
        <Fact label="From">
          <span className="tl-mono">{network ?? 'the server'}</span>
        </Fact>
        <Fact label="Action">
          <span className="tl-mono">{entry.action}</span>
        </Fact>
        {entry.target.id && (
          <Fact label="ID" wide>
            <span className="tl-mono">
              {to ? <Link to={to}>{entry.target.id}</Link> : entry.target.id}
            </span>
          </Fact>
        )}
        {entry.request_id && (
          <Fact label="Request" wide>
            <span className="tl-mono">{entry.request_id}</span>{' '}
            <CopyButton what="request ID" value={entry.request_id} />
          </Fact>
        )}
      </Facts>
      {changes.length > 0 ? (
        <ChangeTable changes={changes} />
      ) : (
        <Text c="dimmed" size="sm" mt="md">
          {isRefused ? 'Nothing was changed.' : 'The fields were not recorded.'}
        </Text>
      )}
    </>
  );
}

function ChangeTable({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after, is_hidden }) => (
          <tr key={field}>
            <th scope="row">{fieldLabel(field)}</th>
            {is_hidden ? (
              <td colSpan={2} className={classes.hidden}>
                Changed; the contents aren't recorded
              </td>
            ) : (
              <>
                <td>{valueText(before, field)}</td>
                <td>{valueText(after, field)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The page of what was changed, unless it was deleted. */
function placeOf({ action, target: { type, id }, project_id }: AuditEntry): string | null {
  if (id === null || project_id === null || action.startsWith('delete')) return null;
  if (type === 'task') return paths.task(project_id, id);
  if (type === 'webhook') return paths.webhook(project_id, id);
  if (type === 'collection') return paths.collection(project_id, id);
  return type === 'project' ? paths.projectSettings(id) : null;
}
