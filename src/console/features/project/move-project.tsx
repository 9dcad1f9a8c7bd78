import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { Permitted } from '#console/modules/permission/permitted.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useSelectionStore } from '#console/modules/selection/selection-store.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { FormSection } from '#console/ui/form/form.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { useListOrgs } from '#generated/api/org/org.ts';
import { getListProjectsQueryKey } from '#generated/api/project/project.ts';
import { moveProject, usePreviewProjectMove } from '#generated/api/transfer/transfer.ts';
import type { Project, ProjectMovePreview } from '#generated/model/index.ts';
import classes from './move-preview.module.css';
import { moveWords } from './move-words.ts';
import { useStoreProject } from './use-store-project.ts';

/** Moves a project to another organisation of the person, after saying what changes. */
export function MoveProject({ project }: { project: Project }) {
  const { id: projectId, org_id: orgId, name } = project;
  const client = useQueryClient();
  const confirm = useConfirm();
  const storeProject = useStoreProject();
  const select = useSelectionStore((state) => state.select);
  const [to, setTo] = useState('');
  const isOwner = usePermission({ level: 'organization', orgId }, 'remove_owner').allowed;
  const [isMoving, setMoving] = useState(false);
  const [q, setQ] = useState('');
  const orgs = useListOrgs(
    { page_limit: 100, membership: 'member', ...(q.trim() && { q: q.trim() }) },
    { query: { placeholderData: (before) => before, meta: { silent: true } } },
  );
  const others = (orgs.data?.results ?? []).filter(({ id }) => id !== orgId);
  // Whoever belongs to more organisations than are listed searches for the others.
  const isSearched = q !== '' || orgs.data?.pagination.has_next === true;
  const preview = usePreviewProjectMove(
    orgId,
    projectId,
    { org_id: to },
    { query: { enabled: to !== '' && isOwner, staleTime: 0, gcTime: 0, meta: { silent: true } } },
  );
  const { data } = preview;

  const ask = async () => {
    if (!data) return;
    const yes = await confirm({
      title: `Move ${name} to ${data.org_name}?`,
      body: `${data.org_name} owns and pays for it from now on. Calls to its old URLs return 404.`,
      confirmLabel: 'Move project',
      danger: true,
      typeName: name,
    });
    if (!yes) return;
    setMoving(true);
    await attempt(async () => {
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      const moved = await mutate(moveProject, orgId, projectId, { org_id: to }, headers);
      select({ projectId, orgId: to });
      storeProject(moved);
      toast.success(`${moved.name} moved to ${data.org_name}`);
      setTo('');
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.selections() }),
        client.invalidateQueries({ queryKey: queryKeys.allPermissions() }),
        client.invalidateQueries({ queryKey: getListProjectsQueryKey(orgId) }),
        client.invalidateQueries({ queryKey: getListProjectsQueryKey(to) }),
      ]);
    });
    setMoving(false);
  };

  return (
    <FormSection
      title="Move project"
      description="Moves the project with everything in it to another organisation, which pays for it from now on. Only owners of the organisation can do this."
    >
      <Stack gap="md">
        {isSearched && (
          <SearchInput
            label="Search organisations"
            placeholder="Name of an organisation"
            value={q}
            onChange={(text) => {
              setQ(text);
              setTo('');
            }}
          />
        )}
        <SelectField
          label="Organisation"
          description={
            isSearched && others.length === 0
              ? 'No organisation of yours has this name.'
              : orgs.data && others.length === 0
                ? "You don't belong to another organisation. Create one, or ask to be invited."
                : undefined
          }
          value={to}
          disabled={others.length === 0 || isMoving || !isOwner}
          options={[
            { value: '', label: 'Choose an organisation' },
            ...others.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={setTo}
        />
        {to !== '' && isOwner && preview.isPending && <FormSkeleton fields={1} />}
        {preview.error && !data && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {data && <MovePreview project={project} preview={data} />}
        <div>
          <Permitted on={{ level: 'organization', orgId }} name="remove_owner">
            <Button
              color="red"
              variant="light"
              disabled={!data || data.problem !== null}
              loading={isMoving}
              onClick={() => void ask()}
            >
              Move project
            </Button>
          </Permitted>
        </div>
      </Stack>
    </FormSection>
  );
}

/** What moving a project would change, in words, or why it can't be moved. */
function MovePreview({ project, preview }: { project: Project; preview: ProjectMovePreview }) {
  const { org_name, problem } = preview;
  return (
    <div className={classes.preview} role="status">
      <p className={classes.title}>
        {problem === null ? `What changes when it moves to ${org_name}` : "It can't be moved"}
      </p>
      {problem === null ? (
        <ul>
          {moveWords(project.name, preview).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <p className={classes.problem}>{problem}</p>
      )}
    </div>
  );
}
