import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { matchPath } from 'react-router-dom';
import { PageSkeleton } from './layout/page-skeleton.tsx';

type Loaded = { default: ComponentType };

/** Every page: how it is loaded, and the addresses that it is for. */
const pages = {
  login: {
    paths: ['/auth/login'],
    load: () => import('../features/auth/login-page.tsx').then((m) => as(m.LoginPage)),
  },
  registration: {
    paths: ['/auth/registration'],
    load: () =>
      import('../features/auth/registration-page.tsx').then((m) => as(m.RegistrationPage)),
  },
  recovery: {
    paths: ['/auth/recovery'],
    load: () => import('../features/auth/recovery-page.tsx').then((m) => as(m.RecoveryPage)),
  },
  verification: {
    paths: ['/auth/verification'],
    load: () =>
      import('../features/auth/verification-page.tsx').then((m) => as(m.VerificationPage)),
  },
  authError: {
    paths: ['/auth/error'],
    load: () => import('../features/auth/error-page.tsx').then((m) => as(m.AuthErrorPage)),
  },
  onboarding: {
    paths: ['/onboarding'],
    load: () => import('../features/user/onboarding-page.tsx').then((m) => as(m.OnboardingPage)),
  },
  templates: {
    paths: ['/templates'],
    load: () =>
      import('../features/template/template-list-page.tsx').then((m) => as(m.TemplateListPage)),
  },
  orgCreate: {
    paths: ['/orgs/new'],
    load: () => import('../features/org/org-create-page.tsx').then((m) => as(m.OrgCreatePage)),
  },
  orgSettings: {
    paths: ['/orgs/:orgId/settings/general'],
    load: () => import('../features/org/org-settings-page.tsx').then((m) => as(m.OrgSettingsPage)),
  },
  projectCreate: {
    paths: ['/projects/new'],
    load: () =>
      import('../features/project/project-create-page.tsx').then((m) => as(m.ProjectCreatePage)),
  },
  projectSettings: {
    paths: ['/projects/:projectId/settings/general'],
    load: () =>
      import('../features/project/project-settings-page.tsx').then((m) =>
        as(m.ProjectSettingsPage),
      ),
  },
  // The start page leads to the list of tasks: its chunk is needed there too.
  tasks: {
    paths: ['/projects/:projectId/tasks', '/'],
    load: () => import('../features/task/task-list-page.tsx').then((m) => as(m.TaskListPage)),
  },
  task: {
    paths: ['/projects/:projectId/tasks/:taskId'],
    load: () => import('../features/task/task-editor-page.tsx').then((m) => as(m.TaskEditorPage)),
  },
  runs: {
    paths: ['/projects/:projectId/runs'],
    load: () => import('../features/run/run-list-page.tsx').then((m) => as(m.RunListPage)),
  },
  apiKeys: {
    paths: ['/projects/:projectId/settings/api-keys'],
    load: () => import('../features/access/api-keys-page.tsx').then((m) => as(m.ApiKeysPage)),
  },
  profile: {
    paths: ['/settings/profile'],
    load: () => import('../features/user/profile-page.tsx').then((m) => as(m.ProfilePage)),
  },
  security: {
    paths: ['/settings/security'],
    load: () => import('../features/auth/security-page.tsx').then((m) => as(m.SecurityPage)),
  },
} satisfies Record<string, { paths: string[]; load: () => Promise<Loaded> }>;

export type PageName = keyof typeof pages;

const elements = Object.fromEntries(
  Object.entries(pages).map(([name, { load }]) => {
    const Page = lazy(load);
    return [name, <Page key={name} />];
  }),
) as Record<PageName, ReactNode>;

/** A page, with a skeleton while its code is on the way. */
export function pageElement(name: PageName): ReactNode {
  return <Suspense fallback={<PageSkeleton />}>{elements[name]}</Suspense>;
}

/** Begins to load the code of the page at an address. A failure shows when the page is opened. */
export function preloadPage(path: string): void {
  const pathname = path.split(/[?#]/)[0] ?? '/';
  const page = Object.values(pages).find((each) =>
    each.paths.some((pattern) => matchPath(pattern, pathname)),
  );
  page?.load().catch(() => undefined);
}

function as(component: ComponentType): Loaded {
  return { default: component };
}
