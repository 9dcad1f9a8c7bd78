import classes from './logo.module.css';

/** The product's mark and name. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
        <rect className={classes.plate} width="20" height="20" rx="5" />
        <path className={classes.thread} d="M5 6.5h10M10 6.5v8M6 10.5h2.2M11.8 10.5H14" />
      </svg>
      Taskloom
    </span>
  );
}
