import type { SimpleFaker } from '@faker-js/faker';
import type { TaskDraftRow, TaskRevisionRow, TaskRow } from '#domain/task/task.tables.ts';
import type { UserRow } from '#domain/user/user.tables.ts';
import { getTaskMock } from '#generated/model/index.faker.ts';
import { seedRow } from '../memory/seed-row.ts';
import { LARGE_TASKS, type Scenario } from '../scenarios.ts';
import { timestamp } from '../store.ts';
import { ORG_ID, PROJECT_ID, SHARED_ORG_ID, SHARED_PROJECT_ID, seedId } from './ids.ts';
import { SAMPLE_TASKS, type SampleTask } from './sample-tasks.ts';
import { taskWords } from './words.ts';

const HOUR = 3_600_000;
const MORE_TASKS = 5;
const NOTES = ['Shorter output', 'Includes reasons', 'Cheaper model', 'Examples in the prompt'];

/** A task with everything that belongs to it. */
export interface SeededTask {
  task: TaskRow;
  draft: TaskDraftRow;
  /** By number, from 1. */
  revisions: TaskRevisionRow[];
}

/** The tasks of a scenario. */
export function seedTasks(
  faker: SimpleFaker,
  scenario: Scenario,
  users: readonly UserRow[],
  now: number,
): SeededTask[] {
  if (scenario === 'empty') return [];
  const count = scenario === 'large' ? LARGE_TASKS : SAMPLE_TASKS.length + MORE_TASKS;
  const tasks = Array.from({ length: count }, (_, index) => {
    const sample = SAMPLE_TASKS[index] ?? invented(faker, index);
    const place = { org_id: ORG_ID, project_id: PROJECT_ID };
    return seedTask(faker, sample, index, { place, users, now });
  });
  const shared = SAMPLE_TASKS.slice(0, 2).map((sample, index) => {
    const place = { org_id: SHARED_ORG_ID, project_id: SHARED_PROJECT_ID };
    return seedTask(faker, sample, count + index, { place, users, now });
  });
  return [...tasks, ...shared];
}

function invented(faker: SimpleFaker, index: number): SampleTask {
  const { verb, adjective, noun, doing } = taskWords(faker);
  const name = `${verb} ${adjective} ${noun}`;
  const samples = SAMPLE_TASKS.filter(({ definition }) => !definition.retrieval);
  const sample = samples[index % samples.length] as SampleTask;
  return {
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${index}`,
    description: `${doing} for ${sample.name.toLowerCase()}`,
    definition: sample.definition,
  };
}

interface SeedPlace {
  place: { org_id: string; project_id: string };
  users: readonly UserRow[];
  now: number;
}

function seedTask(
  faker: SimpleFaker,
  sample: SampleTask,
  index: number,
  { place, users, now }: SeedPlace,
): SeededTask {
  const author = users[index % 2];
  const [author_id, author_name] = [author?.id ?? '', author?.name ?? ''];
  const id = seedId('task', index + 1);
  const { definition } = sample;
  const age = (index % 60) * 9 * HOUR + faker.number.int({ min: HOUR, max: 8 * HOUR });
  const updated_at = timestamp(now - age);
  // Every fifth task has never been saved as a revision.
  const count = index % 5 === 4 ? 0 : 1 + (index % 3);
  const revisions = Array.from(
    { length: count },
    (_, i): TaskRevisionRow => ({
      task_id: id,
      number: i + 1,
      note: i === 0 ? 'First version' : faker.helpers.arrayElement(NOTES),
      author_id,
      author_name,
      created_at: timestamp(now - age - (count - i) * HOUR),
      definition,
    }),
  );
  const task = seedRow('task', getTaskMock, {
    id,
    ...place,
    name: sample.name,
    description: sample.description,
    tags: [...(sample.tags ?? [])],
    active_revision: count === 0 ? null : Math.max(1, count - (index % 2)),
    latest_revision: count || null,
    // Every third task is deployed to staging before it becomes active.
    environments: count > 0 && index % 3 === 0 ? { staging: count } : {},
    model_id: definition.model_id,
    created_by_id: author_id,
    created_by_name: author_name,
    created_at: timestamp(now - age - 20 * HOUR),
    updated_at,
  });
  const draft: TaskDraftRow = {
    task_id: id,
    definition,
    base_revision: count || null,
    updated_by_id: author_id,
    updated_by_name: author_name,
    updated_at,
    version: 1,
  };
  return { task, draft, revisions };
}
