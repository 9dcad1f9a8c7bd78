import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useParams } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { NO_SELECTED_PROJECT } from '#console/modules/selection/project-id.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { deleteOrg, updateOrg, useGetOrg } from '#generated/api/org/org.ts';
import type { Org } from '#generated/model/index.ts';
import { OrgUpdate } from '#generated/model/orgUpdate.zod.ts';
import { failureOf } from '../../api/query/query-failure.ts';
import { DefaultsForm } from '../../modules/defaults/defaults-form.tsx';
import { noteDeleted } from '../../modules/deletion/deleted-note.ts';
import { paths } from '../../modules/paths.ts';
import { Permitted } from '../../modules/permission/permitted.tsx';
import { usePermission } from '../../modules/permission/use-permission.ts';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FormSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Form, FormSection, SubmitBar } from '../../ui/form/form.tsx';
import { useConfirm } from '../../ui/modal/use-confirm.ts';
import { Page } from '../../ui/page/page.tsx';

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

/** Deletes an organisation. */
function OrgDangerZone({ org }: { org: Org }) {
  const confirm = useConfirm();
  const select = useSelectionStore((state) => state.select);

  const ask = () =>
    confirm({
      title: `Delete ${org.name}?`,
      body: 'Its members lose access, its runs stop, and programs that call its tasks stop working immediately. You can restore it with everything in it for 30 days. Then it is erased for good, with its remaining credit.',
      confirmLabel: 'Delete organisation',
      danger: true,
      typeName: org.name,
      action: async () => {
        await mutate(deleteOrg, org.id);
        noteDeleted({ orgId: org.id, name: org.name });
        select({ projectId: NO_SELECTED_PROJECT, orgId: NO_SELECTED_PROJECT });
        // Everything in the cache belonged to it, so the console reloads.
        globalThis.location.assign(paths.home());
      },
    });

  return (
    <FormSection
      title="Delete organisation"
      description="Deletes the organisation and its projects for everyone. Only owners can do this, and restore it for 30 days."
    >
      <div>
        <Permitted on={{ level: 'organization', orgId: org.id }} name="remove_owner">
          <ActionButton color="red" variant="light" onClick={ask}>
            Delete organisation
          </ActionButton>
        </Permitted>
      </div>
    </FormSection>
  );
}

/** What the organisation's projects inherit. */
function OrgDefaultsForm({ org }: { org: Org }) {
  const edit = usePermission({ level: 'organization', orgId: org.id }, 'edit');
  return (
    <DefaultsForm
      orgId={org.id}
      set={org}
      disabledReason={edit.reason}
      area="org.update"
      onSave={async ({ allowed_origins, ...rest }) => {
        const body = { ...rest, allowed_origins: allowed_origins ?? [] };
        await mutate(updateOrg, org.id, body, { 'If-Match': org.etag });
      }}
    />
  );
}

/** Renames an organisation. */
function OrgNameForm({ org }: { org: Org }) {
  const form = useForm(contractForm(OrgUpdate, { initialValues: { name: org.name } }));
  const edit = usePermission({ level: 'organization', orgId: org.id }, 'edit');

  return (
    <Form
      form={form}
      onSubmit={(body) => mutate(updateOrg, org.id, body, { 'If-Match': org.etag })}
      success="Organisation renamed"
      area="org.update"
      label="Organisation name"
    >
      <FormSection title="General">
        <TextInput label="Name" readOnly={!edit.allowed} {...form.getInputProps('name')} />
      </FormSection>
      <SubmitBar label="Save" disabledReason={edit.reason} />
    </Form>
  );
}
