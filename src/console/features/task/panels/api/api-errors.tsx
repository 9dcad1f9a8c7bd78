import { runErrorGuide } from '#console/modules/run/result/run-error-guide.ts';
import { InlineCode } from '#console/ui/display/inline-code.tsx';
import { SectionTitle } from '#console/ui/display/section-title.tsx';
import { PROBLEMS } from '#generated/problems/problems.ts';
import classes from './api-panel.module.css';

type RunErrorCode = keyof typeof runErrorGuide;

const rows = (Object.keys(runErrorGuide) as RunErrorCode[])
  .map((code) => ({ code, status: PROBLEMS[code][0], advice: runErrorGuide[code].advice }))
  .sort((a, b) => a.status - b.status);

/** The errors that a call can return, and how to handle them. */
export function ApiErrors() {
  return (
    <section>
      <SectionTitle id="api-errors">Errors</SectionTitle>
      <p className={classes.lead}>
        Errors are <code className="tl-mono">application/problem+json</code>. Branch on{' '}
        <code className="tl-mono">code</code>; <code className="tl-mono">detail</code> is
        human-readable.
      </p>
      <table className={classes.errors} aria-labelledby="api-errors">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, status, advice }) => (
            <tr key={code}>
              <td>{status}</td>
              <td className="tl-mono">{code}</td>
              <td>
                <InlineCode text={advice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
