import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '#console/api/api-error.ts';
import { readOnce } from '#console/api/query/calls.ts';
import { getGetCollectionQueryOptions } from '#generated/api/collection/collection.ts';
import { getGetTemplateQueryOptions } from '#generated/api/template/template.ts';
import type { Collection, Task, TaskDefinition, Template } from '#generated/model/index.ts';
import { sampleCollection, untilIndexed } from '../collection/sample-collection.ts';
import { createNamedTask, type ProjectAddress } from '../task/new-task.ts';
import { addDatasets, type DatasetCopy } from '../task/task-datasets.ts';
import { sampleName } from './sample-name.ts';

/** The documents that a task answers from: those of the sample collection, or of one of the project's. */
export type ChosenDocuments = { collectionId: string } | 'sample';

interface Options {
  /** Needed if `needsCollection`. */
  documents?: ChosenDocuments;
  /** Called while the sample collection is indexed. */
  onIndexing?: (counts: Collection['counts']) => void;
}

/**
 * Creates a task from a template, under the first free name. The template's samples become its dataset.
 * @throws ApiError
 */
export async function createFromTemplate(
  queryClient: QueryClient,
  place: ProjectAddress,
  template: Template,
  { documents, onIndexing }: Options = {},
): Promise<Task> {
  const { name, description } = template;
  let { definition } = template;
  if (documents === 'sample') {
    const sample = await sampleCollection(queryClient, place);
    await untilIndexed(place, sample, (counts) => onIndexing?.(counts));
    definition = over(definition, sample.id);
  } else if (documents) {
    definition = withoutExamples(over(definition, documents.collectionId));
  }
  const created = await createNamedTask(
    queryClient,
    place,
    { name, description, definition },
    'template',
  );
  // Not awaited, because the task works without cases. They only suit the sample's documents.
  if (documents === undefined || documents === 'sample')
    void addDatasets(queryClient, created, samplesOf(template));
  return created;
}

/**
 * Creates a task from a template without a dialog. If the template needs documents, the task searches the sample
 * collection.
 * @throws ApiError
 */
export async function createStarter(
  queryClient: QueryClient,
  place: ProjectAddress,
  templateId: string,
): Promise<Task> {
  const options = getGetTemplateQueryOptions(place.orgId, templateId);
  const template = await queryClient.fetchQuery(options);
  const isNeeded = await needsCollection(place, template.definition);
  const documents = isNeeded ? { documents: 'sample' as const } : {};
  return createFromTemplate(queryClient, place, template, documents);
}

/**
 * Whether the collections of a task from a template must be chosen: the template names none, or one that isn't in this
 * project.
 * @throws ApiError
 */
export async function needsCollection(
  { orgId, projectId }: ProjectAddress,
  { retrieval }: TaskDefinition,
): Promise<boolean> {
  if (!retrieval) return false;
  const found = await Promise.all(
    retrieval.collection_ids.map((id) =>
      readOnce(getGetCollectionQueryOptions(orgId, projectId, id)).catch((error: unknown) => {
        if (isApiError(error, 404)) return null;
        throw error;
      }),
    ),
  );
  return found.length === 0 || found.includes(null);
}

function over(definition: TaskDefinition, collectionId: string): TaskDefinition {
  const { retrieval } = definition;
  if (!retrieval) return definition;
  return { ...definition, retrieval: { ...retrieval, collection_ids: [collectionId] } };
}

/** Only the sample's documents answer the template's questions. */
function withoutExamples(definition: TaskDefinition): TaskDefinition {
  const query = definition.retrieval?.query_variable;
  const variables = definition.variables.map((variable) => {
    const { example: _, ...rest } = variable;
    return variable.name === query ? rest : variable;
  });
  return { ...definition, variables };
}

/** A template's samples as cases. */
function samplesOf({ sample, more_samples }: Template): DatasetCopy[] {
  if (!sample || sample.checks.length === 0) return [];
  const cases = [sample, ...more_samples].map(({ inputs, output }, index, all) => ({
    name: sampleName(index, all.length),
    inputs,
    expected: output,
  }));
  const checks = sample.checks.map(({ check }) => check);
  return [{ name: 'Template samples', checks, cases }];
}
