import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useGetOrg } from '#generated/api/org/org.ts';
import { UploadTrayHost } from '../../features/collection/upload/upload-tray-host.tsx';
import { VerificationBanner } from '../../features/identity/verification-banner.tsx';
import { openAssistant } from '../../modules/assistant/assistant-store.ts';
import { ActiveProjectContext } from '../../modules/selection/use-active-project.ts';
import { useUserStore } from '../../modules/user/user-store.ts';
import { ExplainContext } from '../../ui/feedback/explain-context.ts';
import { PageLeadContext } from '../../ui/page/page-frame.ts';
import { useLayoutStore } from './layout-store.ts';
import { Navbar } from './navbar.tsx';
import classes from './shell.module.css';

const PlanBanner = onDemand(
  () => import('../../features/billing/banner/plan-banner.tsx'),
  'PlanBanner',
);

/** Fields, in both spellings, that are null unless the plan needs a banner. */
const NEWS = /^(pending_?plan|trial_?ends|grace_?period)/i;

/** The banner about the organisation's plan. Its code is loaded only if there is one to show. */
function PlanBannerHost() {
  const orgId = useContext(ActiveProjectContext)?.org_id ?? '';
  const { data: org } = useGetOrg(orgId, {
    query: { enabled: orgId !== '', meta: { silent: true } },
  });
  const isNews = org && Object.entries(org).some(([name, value]) => value && NEWS.test(name));
  return isNews && <PlanBanner org={org} />;
}

const NavbarDrawer = onDemand(() => import('./navbar-drawer.tsx'), 'NavbarDrawer');

const DeletionBanner = onDemand(
  () => import('../../features/account/deletion-banner.tsx'),
  'DeletionBanner',
);

/** The frame: the navbar on the left (a drawer on small screens) and the page. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const deleteAt = useUserStore((state) => state.user?.delete_at);
  const narrow = useMediaQuery('(max-width: 47.99em)', isNarrow(), {
    getInitialValueInEffect: false,
  });
  const collapsed = useLayoutStore((state) => state.collapsed);
  const [drawer, setDrawer] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes on every navigation
  useEffect(() => setDrawer(false), [pathname]);

  const lead = narrow && (
    <ActionIcon aria-label="Open menu" size="lg" onClick={() => setDrawer(true)}>
      <IconMenu2 />
    </ActionIcon>
  );
  return (
    <ExplainContext value={openAssistant}>
      <div className={classes.shell}>
        <a className={classes.skip} href="#page">
          Skip to content
        </a>
        {narrow ? (
          drawer && <NavbarDrawer onClose={() => setDrawer(false)} />
        ) : (
          <Navbar collapsed={collapsed} />
        )}
        <PageLeadContext value={lead}>
          <div id="page" className={classes.page} tabIndex={-1}>
            <VerificationBanner />
            {deleteAt && <DeletionBanner at={deleteAt} />}
            <PlanBannerHost />
            <div className={classes.content}>{children}</div>
          </div>
        </PageLeadContext>
        <UploadTrayHost />
      </div>
    </ExplainContext>
  );
}

function isNarrow(): boolean {
  return window.matchMedia('(max-width: 47.99em)').matches;
}
