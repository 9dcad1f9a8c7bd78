import { Anchor } from '@mantine/core';
import { paths } from '#console/modules/paths.ts';
import { counted } from '#console/ui/display/counted.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import type { Transfer, TransferNote } from '#generated/model/index.ts';
import classes from './transfer.module.css';

const GROUPS: readonly { kind: TransferNote['kind']; title: string }[] = [
  { kind: 'done', title: 'Imported' },
  { kind: 'skipped', title: 'Skipped' },
  { kind: 'needed', title: 'Enter again' },
];

/** What a transfer created and left out, and what somebody has to enter again. */
export function TransferReport({ transfer, isOpen }: { transfer: Transfer; isOpen: boolean }) {
  const { report, project_ids: created } = transfer;
  const [first] = created;
  const groups = GROUPS.map(({ kind, title }) => ({
    title,
    notes: report.filter((note) => note.kind === kind),
  })).filter(({ notes }) => notes.length > 0);
  return (
    <>
      {first !== undefined && (
        <p className={classes.note}>
          {counted(created.length, 'project')} created.{' '}
          <Anchor component={Link} to={paths.tasks(first)}>
            Open {created.length === 1 ? 'the project' : 'the first'}
          </Anchor>
        </p>
      )}
      {groups.length > 0 && (
        <details className={classes.report} open={isOpen}>
          <summary>Report</summary>
          {groups.map(({ title, notes }) => (
            <section key={title} aria-label={title}>
              <h3 className={classes.heading}>{title}</h3>
              <ul>
                {notes.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </section>
          ))}
        </details>
      )}
    </>
  );
}
