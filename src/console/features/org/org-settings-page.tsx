import { Stack } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { useGetOrg } from '#generated/api/org/org.ts';
import { failureOf } from '../../api/query/query-failure.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FormSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { OrgDangerZone } from './org-danger-zone.tsx';
import { OrgDefaultsForm } from './org-defaults-form.tsx';
import { OrgNameForm } from './org-name-form.tsx';

/** An organisation's name, defaults and deletion. */
export function OrgSettingsPage() {
  const { orgId = '' } = useParams();
  const query = useGetOrg(orgId);
  const { data: org, refetch } = query;
  const error = failureOf(query);
  return (
    <Page title="Organisation" area="Settings">
      {org ? (
        <Stack gap={40}>
          <OrgNameForm key={org.id} org={org} />
          <OrgDefaultsForm key={org.etag} org={org} />
          <OrgDangerZone org={org} />
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <FormSkeleton fields={1} />
      )}
    </Page>
  );
}
