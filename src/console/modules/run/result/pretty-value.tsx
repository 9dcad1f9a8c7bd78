import { LongText } from './long-text.tsx';
import classes from './result.module.css';

/** A readable value: text as text, an object as names with values, a list as a list. */
export function PrettyValue({ value }: { value: unknown }) {
  if (typeof value === 'string') {
    return (
      <div className={classes.text}>
        <LongText text={value} />
      </div>
    );
  }
  if (isRecord(value)) {
    return (
      <dl className={classes.fields}>
        {Object.entries(value).map(([name, item]) => (
          <div key={name}>
            <dt className="tl-mono">{name}</dt>
            <dd>
              <Value value={item} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  return <Value value={value} />;
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className="tl-faint">none</span>;
  if (typeof value === 'string') {
    return value === '' ? <span className="tl-faint">empty</span> : <LongText text={value} />;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="tl-faint">empty list</span>;
    return (
      <ul className={classes.items}>
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is static
          <li key={index}>
            <Value value={item} />
          </li>
        ))}
      </ul>
    );
  }
  if (isRecord(value)) return <PrettyValue value={value} />;
  return <span className="tl-mono">{String(value)}</span>;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
