import { escapePointer } from '#core/json/pointer.ts';
import { CitedText } from './cited-text.tsx';
import classes from './result.module.css';

interface ValueProps {
  value: unknown;
  /** JSON Pointer to the value. */
  at?: string;
}

/** A readable value: text as text, an object as names with values, a list as a list. */
export function PrettyValue({ value, at = '' }: ValueProps) {
  if (typeof value === 'string') {
    return (
      <div className={classes.text}>
        <CitedText text={value} at={at} />
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
              <Value value={item} at={`${at}/${escapePointer(name)}`} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  return <Value value={value} at={at} />;
}

function Value({ value, at = '' }: ValueProps) {
  if (value === null || value === undefined) return <span className="tl-faint">none</span>;
  if (typeof value === 'string') {
    if (value === '') return <span className="tl-faint">empty</span>;
    return <CitedText text={value} at={at} />;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="tl-faint">empty list</span>;
    return (
      <ul className={classes.items}>
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is static
          <li key={index}>
            <Value value={item} at={`${at}/${index}`} />
          </li>
        ))}
      </ul>
    );
  }
  if (isRecord(value)) return <PrettyValue value={value} at={at} />;
  return <span className="tl-mono">{String(value)}</span>;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
