import type { QueryClient } from '@tanstack/react-query';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import {
  createDataset,
  getListDatasetCasesQueryOptions,
  getListDatasetsQueryKey,
  getListDatasetsQueryOptions,
  importDatasetCases,
} from '#generated/api/evaluation/evaluation.ts';
import type { DatasetCaseCreate, DatasetCreate, Pagination, Task } from '#generated/model/index.ts';

/** A dataset with all its cases, independent of its task. */
export interface DatasetCopy extends DatasetCreate {
  cases: Pick<DatasetCaseCreate, 'name' | 'inputs' | 'expected'>[];
}

/** The size limit of one import, with some margin. */
const IMPORT_MAX_CHARACTERS = 2_500_000;

type Place = Pick<Task, 'org_id' | 'project_id' | 'id'>;
const addressOf = ({ org_id, project_id, id }: Place) => [org_id, project_id, id] as const;

/**
 * Loads all datasets of a task completely.
 * @throws ApiError
 */
export async function readDatasets(task: Place): Promise<DatasetCopy[]> {
  const at = addressOf(task);
  const datasets = await readPages((page) => readOnce(getListDatasetsQueryOptions(...at, page)));
  const copies: DatasetCopy[] = [];
  for (const { id, name, checks } of datasets) {
    const cases = await readPages((page) =>
      readOnce(getListDatasetCasesQueryOptions(...at, id, page)),
    );
    copies.push({
      name,
      checks,
      cases: cases.map(({ name: called, inputs, expected }) => ({
        name: called,
        inputs,
        expected,
      })),
    });
  }
  return copies;
}

/**
 * Adds datasets to a task. What can't be added is skipped, and the rest still is.
 * @returns what was skipped, as phrases
 */
export async function addDatasets(
  queryClient: QueryClient,
  task: Place,
  datasets: readonly DatasetCopy[],
): Promise<string[]> {
  const at = addressOf(task);
  const lost: string[] = [];
  for (const { name, checks = [], cases } of datasets) {
    // Judge tasks may not exist in this project.
    const own = checks.filter(({ type }) => type !== 'judge');
    if (own.length < checks.length) lost.push(`${name}: checks judged by a task`);
    try {
      const { id } = await mutate(createDataset, ...at, { name, checks: own });
      let missing = 0;
      for (const content of chunksOf(cases)) {
        const { errors } = await mutate(importDatasetCases, ...at, id, {
          format: 'jsonl',
          content,
        });
        missing += errors.length;
      }
      if (missing > 0) lost.push(`${name}: ${missing} of ${cases.length} cases`);
    } catch {
      lost.push(`${name}: the whole dataset`);
    }
  }
  if (datasets.length > 0)
    await queryClient.invalidateQueries({ queryKey: getListDatasetsQueryKey(...at) });
  return lost;
}

function chunksOf(cases: DatasetCopy['cases']): string[] {
  const chunks: string[] = [];
  for (const line of cases.map((one) => JSON.stringify(one))) {
    const last = chunks.at(-1);
    const isRoom = last !== undefined && last.length + line.length < IMPORT_MAX_CHARACTERS;
    if (isRoom) chunks[chunks.length - 1] = `${last}\n${line}`;
    else chunks.push(line);
  }
  return chunks;
}

interface Page<T> {
  results: T[];
  pagination: Pagination;
}

async function readPages<T>(
  read: (page: { page_limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { results, pagination } = await read({
      page_limit: PAGE_LIMIT_MAX,
      ...(cursor && { cursor }),
    });
    all.push(...results);
    cursor = pagination.has_next ? pagination.next_cursor : null;
  }
  return all;
}
