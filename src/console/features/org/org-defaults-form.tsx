import { useUpdateOrg } from '#generated/api/org/org.ts';
import type { Org } from '#generated/model/index.ts';
import { DefaultsForm } from '../../modules/defaults/defaults-form.tsx';
import { usePermission } from '../../modules/permission/use-permission.ts';

/** What the organisation's projects inherit. */
export function OrgDefaultsForm({ org }: { org: Org }) {
  const edit = usePermission({ level: 'organization', orgId: org.id }, 'edit');
  const update = useUpdateOrg({ mutation: { meta: { area: 'org.update', fields: true } } });
  return (
    <DefaultsForm
      orgId={org.id}
      set={org}
      disabledReason={edit.reason}
      onSave={async ({ allowed_origins, ...rest }) => {
        await update.mutateAsync({
          orgId: org.id,
          data: { ...rest, allowed_origins: allowed_origins ?? [] },
          headers: { 'If-Match': org.etag },
        });
      }}
    />
  );
}
