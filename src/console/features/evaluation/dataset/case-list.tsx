import { ActionIcon, Button, Group, UnstyledButton } from '@mantine/core';
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { addressOf } from '#console/modules/task/task-address.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { keepFocusInList } from '#console/ui/keyboard/focus.ts';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import { QueryList } from '#console/ui/list/query-list.tsx';
import {
  createDatasetCase,
  deleteDatasetCase,
  useListDatasetCasesInfinite,
} from '#generated/api/evaluation/evaluation.ts';
import type { Dataset, DatasetCase, Task } from '#generated/model/index.ts';
import classes from '../evaluation.module.css';
import { inputsPreview, previewOf } from '../labels.ts';
import { CaseModal } from './case-modal.tsx';
import own from './dataset.module.css';
import { ImportModal } from './import-modal.tsx';

interface CaseListProps {
  task: Task;
  dataset: Dataset;
  canEdit: boolean;
  /** Why editing is disabled. */
  reason: string | null;
}

/** The cases of a dataset. */
export function CaseList({ task, dataset, canEdit, reason }: CaseListProps) {
  const { orgId, projectId, taskId } = addressOf(task);

  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<DatasetCase | 'new' | null>(null);
  const [importing, setImporting] = useState(false);
  const q = search === '' ? {} : { q: search };
  const query = useListDatasetCasesInfinite(
    orgId,
    projectId,
    taskId,
    dataset.id,
    { page_limit: 100, ...q },
    { query: paged },
  );
  const cases = flatten(query.data);

  const at = [orgId, projectId, taskId, dataset.id] as const;
  const deleteCase = ({ id, name, inputs, expected }: DatasetCase) =>
    attempt(async () => {
      await mutate(deleteDatasetCase, ...at, id);
      const again = { name, inputs, expected };
      toast.undo('Case deleted', () => attempt(() => mutate(createDatasetCase, ...at, again)));
    });
  const forbidden = { disabled: !canEdit, title: reason ?? undefined };

  return (
    <section className={classes.section} aria-label="Cases">
      <Group gap="sm">
        <h3 className={classes.heading}>
          Cases <span className={classes.count}>{dataset.cases.toLocaleString('en-US')}</span>
        </h3>
        <div className={classes.push}>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconUpload />}
            onClick={() => setImporting(true)}
            {...forbidden}
          >
            Import cases
          </Button>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus />}
            onClick={() => setEdited('new')}
            {...forbidden}
          >
            Add case
          </Button>
        </div>
      </Group>
      {(dataset.cases > 10 || search !== '') && (
        <SearchInput
          value={search}
          onChange={setSearch}
          label="Search cases"
          placeholder="Search"
        />
      )}
      <div className={cases.length > 0 ? own.cases : undefined}>
        <QueryList
          query={query}
          skeleton={<TextSkeleton lines={4} />}
          empty={
            <p className={classes.faint}>
              {search === ''
                ? 'No cases yet. Add one, import a CSV or JSONL file, or save a run as a test case.'
                : 'No cases match your search.'}
            </p>
          }
          label="Cases"
          className="tl-list"
          items={cases}
          itemKey={(one) => one.id}
          itemHeight={40}
          renderItem={(one, place) => (
            <CaseRow
              key={one.id}
              one={one}
              place={place}
              canEdit={canEdit}
              onEdit={() => setEdited(one)}
              onDelete={() => void deleteCase(one)}
            />
          )}
        />
      </div>
      {edited && (
        <CaseModal
          task={task}
          datasetId={dataset.id}
          one={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {importing && (
        <ImportModal task={task} dataset={dataset} onClose={() => setImporting(false)} />
      )}
    </section>
  );
}

interface CaseRowProps {
  one: DatasetCase;
  place: ItemPlace;
  canEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function CaseRow({ one, place, canEdit, onEdit, onDelete }: CaseRowProps) {
  const title = one.name || inputsPreview(one.inputs);
  return (
    <li {...place} className={own.case}>
      <UnstyledButton className={own.caseLink} onClick={onEdit} disabled={!canEdit}>
        <span className="tl-truncate">{title}</span>
        <span className={`${classes.faint} tl-truncate`}>{previewOf(one.expected)}</span>
      </UnstyledButton>
      <ActionIcon
        aria-label={`Delete case ${one.name || title.slice(0, 40)}`}
        className="tl-on-hover"
        data-remove
        onClick={(event) => {
          keepFocusInList(event.currentTarget);
          onDelete();
        }}
        disabled={!canEdit}
      >
        <IconTrash />
      </ActionIcon>
    </li>
  );
}
