import type { Project } from '#generated/model/index.ts';
import { SpendLimitForm } from '../../modules/billing/spend-limit-form.tsx';
import { usePermission } from '../../modules/permission/use-permission.ts';
import { FormSection } from '../../ui/form/form.tsx';

/** A project's spend limit. It is set by people who can edit the organisation. */
export function ProjectSpendLimit({ project }: { project: Project }) {
  const { org_id: orgId, id: projectId } = project;
  const edit = usePermission({ level: 'organization', orgId }, 'edit');
  return (
    <FormSection
      title="Spend limit"
      description="Covers this project's runs, searches and indexing. Models on your own endpoints have separate limits under Models."
    >
      <SpendLimitForm orgId={orgId} projectId={projectId} disabledReason={edit.reason} />
    </FormSection>
  );
}
