import classes from './property-list.module.css';

interface Property {
  name: string;
  value: string;
  /** Explains the value, on its own line. */
  note?: string | undefined;
}

/** Names in monospace, each with its value, in a bordered list. */
export function PropertyList({ rows }: { rows: readonly Property[] }) {
  return (
    <dl className={classes.list}>
      {rows.map(({ name, value, note }) => (
        <div key={name}>
          <dt className="tl-mono">{name}</dt>
          <dd>
            {value}
            {note && <span className={classes.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
