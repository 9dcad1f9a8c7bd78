import { Fragment, type ReactNode, useContext } from 'react';
import { Link } from '../navigation/link.tsx';
import { useDocumentTitle } from './document-title.ts';
import classes from './page.module.css';
import { PageBarContext, PageLeadContext } from './page-frame.ts';

type PageProps = {
  /** The page's title and, with the area, the document's. */
  title: string;
  /** The area of the app, for the document title: `Thing · Area`. */
  area?: string;
  /** Replaces the plain title, e.g. with a name that can be edited in place. */
  heading?: ReactNode;
  crumbs?: readonly { label: string; to: string }[] | undefined;
  chips?: ReactNode;
  /** Buttons at the end of the header row, at most one of them filled. */
  actions?: ReactNode;
  /** Below the header row, e.g. NavTabs. */
  tabs?: ReactNode;
  /** `form`: at most 640 px wide. */
  width?: 'fluid' | 'form';
  /** The body fills the remaining height and scrolls inside. */
  fill?: boolean;
  children: ReactNode;
};

/** A page of the app: one header row and a body. */
export function Page(props: PageProps) {
  const { title, area, heading, crumbs = [], chips, actions, tabs, width = 'fluid' } = props;
  const lead = useContext(PageLeadContext);
  const bar = useContext(PageBarContext);
  useDocumentTitle(title, area);

  return (
    <div className={classes.page}>
      <header className={classes.header} data-tabs={tabs ? true : undefined}>
        {lead}
        <div className={classes.trail}>
          {crumbs.map(({ label, to }) => (
            <Fragment key={to}>
              <Link to={to} className={classes.crumb}>
                {label}
              </Link>
              <span className={classes.slash} aria-hidden>
                /
              </span>
            </Fragment>
          ))}
          {heading ?? (
            <h1 className={classes.title} title={title}>
              {title}
            </h1>
          )}
          {chips && <div className={classes.chips}>{chips}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {bar}
      {tabs}
      <main className={classes.body} data-fill={props.fill || undefined}>
        {width === 'form' ? <div className={classes.narrow}>{props.children}</div> : props.children}
      </main>
    </div>
  );
}
