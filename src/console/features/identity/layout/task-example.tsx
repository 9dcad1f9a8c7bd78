import { useReducedMotion } from '@mantine/hooks';
import { Fragment, useEffect, useState } from 'react';
import classes from './task-example.module.css';
import { examples, type Token, tokensOf } from './task-examples.ts';

/** Milliseconds per token, and how long a finished output stays. */
const pace = 70;
const rest = 5000;

/** A task in action: a prompt with variables, and its output streaming in as typed JSON. */
export function TaskExample() {
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  const [index, setIndex] = useState(0);
  const [shown, setShown] = useState(0);
  const example = examples[index % examples.length] ?? examples[0];
  const tokens = tokensOf(example.output);
  const count = still ? tokens.length : Math.min(shown, tokens.length);
  const done = count === tokens.length;

  useEffect(() => {
    if (still) return;
    const next = () => {
      if (!done) return setShown((before) => before + 1);
      setShown(0);
      setIndex((before) => before + 1);
    };
    const timer = setTimeout(next, done ? rest : shown === 0 ? rest / 6 : pace);
    return () => clearTimeout(timer);
  }, [still, done, shown]);

  return (
    <div className={classes.stage}>
      <div className={classes.card}>
        <div className={classes.head}>
          <span className={classes.name}>{example.name}</span>
          <span className={classes.chip}>Revision {example.revision} · active</span>
        </div>
        <div className={classes.part}>
          <div className={classes.label}>Prompt</div>
          <p className={classes.prompt}>
            {example.prompt.map((piece) => (
              <Fragment key={piece.text}>
                {piece.variable ? (
                  <span className={classes.variable}>{piece.text}</span>
                ) : (
                  piece.text
                )}
              </Fragment>
            ))}
          </p>
        </div>
        <div className={classes.part}>
          <div className={classes.label}>{example.input.name}</div>
          <p className={classes.input}>{example.input.value}</p>
        </div>
        <div className={classes.part} data-last>
          <div className={classes.label}>
            Output
            <span className={classes.badge} data-on={done || undefined}>
              Valid
            </span>
          </div>
          <pre className={classes.output}>
            {tokens.map((token, at) => (
              <OutputToken key={`${example.name}-${token.at}`} token={token} on={at < count} />
            ))}
          </pre>
        </div>
        <div className={classes.foot} data-on={done || undefined}>
          {example.usage}
        </div>
      </div>
      <p className={classes.line}>Every task is a typed API endpoint.</p>
    </div>
  );
}

/** Pending tokens are laid out invisibly, so that nothing moves as others arrive. */
function OutputToken({ token, on }: { token: Token; on: boolean }) {
  return (
    <span className={classes.token} data-kind={token.kind} data-on={on || undefined}>
      {token.text}
    </span>
  );
}
