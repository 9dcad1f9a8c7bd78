import { Stack } from '@mantine/core';
import { useState } from 'react';
import { SpendLimitForm } from '#console/modules/billing/spend-limit-form.tsx';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { ProjectFilter } from '#console/modules/filter/project-filter.tsx';
import { useListApiKeys } from '#generated/api/key/key.ts';

interface SetLimitProps {
  orgId: string;
  disabledReason: string | null;
  onSaved: () => void;
}

/** The most that one page of a list can contain. */
const KEYS = 100;

/** Sets the limit of a project, or of one of its API keys. */
export function SetLimit({ orgId, disabledReason, onSaved }: SetLimitProps) {
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
