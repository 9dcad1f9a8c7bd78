import type { ComponentType, ReactNode } from 'react';
import { Link } from '../navigation/link.tsx';
import classes from './banner.module.css';

type BannerProps = {
  /** Its name for screen readers. */
  label: string;
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  tone?: 'info' | 'warning' | 'danger';
  children: ReactNode;
  /** A link to the place to act on it; `action` is for anything that isn't a link. */
  to?: string;
  linkText?: string;
  action?: ReactNode;
};

/** A banner across the top of the console, on every page. */
export function Banner(props: BannerProps) {
  const { label, icon: Icon, tone = 'warning', children, to, linkText, action } = props;
  return (
    <section className={classes.banner} aria-label={label} data-tone={tone}>
      <Icon className={classes.icon} aria-hidden />
      <span className={classes.text}>{children}</span>
      {to && (
        <Link to={to} className={classes.link}>
          {linkText}
        </Link>
      )}
      {action}
    </section>
  );
}
