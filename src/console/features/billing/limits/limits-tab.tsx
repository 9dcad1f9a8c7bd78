import { Anchor, Stack } from '@mantine/core';
import { IconGauge, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { SpendLimitForm, SpentThisMonth } from '#console/modules/billing/spend-limit-form.tsx';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { ProjectFilter } from '#console/modules/filter/project-filter.tsx';
import { paths } from '#console/modules/paths.ts';
import { useMembership } from '#console/modules/permission/use-membership.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { FormSection } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import { useListSpendLimitsInfinite } from '#generated/api/billing/billing.ts';
import { useListApiKeys } from '#generated/api/key/key.ts';
import type { SpendLimit } from '#generated/model/index.ts';
import classes from '../billing.module.css';
import { SpendAlerts } from './spend-alerts.tsx';

interface SetLimitProps {
  orgId: string;
  disabledReason: string | null;
  onSaved: () => void;
}

/** The most that one page of a list can contain. */
const KEYS = 100;

/** Sets the limit of a project, or of one of its API keys. */
function SetLimit({ orgId, disabledReason, onSaved }: SetLimitProps) {
  const [projectId, setProjectId] = useState<string | null>(null);
  const [keyId, setKeyId] = useState<string | null>(null);
  const keys = useListApiKeys(
    orgId,
    projectId ?? '',
    { page_limit: KEYS },
    { query: { enabled: projectId !== null } },
  );
  const options = (keys.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Stack gap="md">
      <ProjectFilter
        orgId={orgId}
        label="Project"
        autoFocus
        placeholder="Choose a project"
        value={projectId}
        onChange={(id) => {
          setProjectId(id);
          setKeyId(null);
        }}
      />
      {projectId !== null && (
        <>
          {options.length > 0 && (
            <FilterSelect
              label="API key"
              placeholder="Whole project"
              data={options}
              value={keyId}
              onChange={setKeyId}
            />
          )}
          <SpendLimitForm
            key={keyId ?? projectId}
            orgId={orgId}
            projectId={projectId}
            apiKeyId={keyId ?? undefined}
            disabledReason={disabledReason}
            onSaved={onSaved}
          />
        </>
      )}
    </Stack>
  );
}

const columns: readonly Column<SpendLimit>[] = [
  {
    header: 'Applies to',
    cell: ({ scope, name, project_name }) => (
      <span className="tl-truncate">
        {scope === 'project' ? `${name} (project)` : `${name} (API key of ${project_name})`}
      </span>
    ),
  },
  {
    header: 'This month',
    width: 'minmax(160px, 2fr)',
    cell: (limit) => <SpentThisMonth limit={limit} short />,
  },
];

/** The spend limits and spend alerts of an organisation. */
export function LimitsTab() {
  const { orgId = '' } = useParams();
  const { isGuest } = useMembership(orgId);
  const query = useListSpendLimitsInfinite(orgId, undefined, { query: paged });
  const permission = usePermission({ level: 'organization', orgId }, 'edit');
  const [limit, setLimit] = useState<SpendLimit | null>(null);
  const [isSetting, setSetting] = useState(false);
  const rows = flatten(query.data);
  const set = (
    <ActionButton
      variant="default"
      leftSection={<IconPlus />}
      reason={permission.reason}
      onClick={() => setSetting(true)}
    >
      Set limit
    </ActionButton>
  );
  return (
    <Stack gap={40}>
      <FormSection
        title="Spend limits"
        description={
          <>
            Monthly limits for projects and API keys. Runs in progress count at their maximum cost,
            so concurrent runs can&apos;t exceed a limit.
            {!isGuest && (
              <>
                {' '}
                Limits for your own endpoints are under{' '}
                <Anchor component={Link} underline="always" to={paths.models(orgId)}>
                  Models
                </Anchor>
                .
              </>
            )}
          </>
        }
      >
        <div className={classes.table}>
          <DataTable
            label="Spend limits"
            columns={columns}
            rows={rows}
            query={query}
            menu={(row) => [
              {
                label: 'Change',
                icon: <IconPencil />,
                disabled: permission.reason,
                onClick: () => setLimit(row),
              },
            ]}
            empty={
              <EmptyState icon={<IconGauge />} title="No spend limits" action={set}>
                Projects and API keys can spend as much as the balance allows.
              </EmptyState>
            }
          />
        </div>
        {rows.length > 0 && <div>{set}</div>}
      </FormSection>
      {!isGuest && <SpendAlerts orgId={orgId} />}
      {isSetting && (
        <Modal onClosed={() => setSetting(false)} title="Set spend limit">
          {(done) => <SetLimit orgId={orgId} disabledReason={permission.reason} onSaved={done} />}
        </Modal>
      )}
      {limit && (
        <Modal onClosed={() => setLimit(null)} title={`Spend limit of ${limit.name}`}>
          {(done) => (
            <SpendLimitForm
              orgId={orgId}
              projectId={limit.project_id}
              apiKeyId={limit.scope === 'api_key' ? limit.id : undefined}
              disabledReason={permission.reason}
              onSaved={done}
            />
          )}
        </Modal>
      )}
    </Stack>
  );
}
