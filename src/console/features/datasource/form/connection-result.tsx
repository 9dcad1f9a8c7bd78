import notice from '../datasource.module.css';
import type { TestResult } from './use-connection-test.ts';

/** The result of a connection test; nothing before the first one. */
export function ConnectionResult({ result }: { result: TestResult }) {
  if (!result) return null;
  return (
    <div className={notice.notice} data-tone={result.ok ? 'success' : 'danger'} role="status">
      <p>{result.text}</p>
    </div>
  );
}
