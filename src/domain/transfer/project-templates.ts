import { productTemplate } from '#core/template/product-templates.ts';
import type { ProjectTemplate } from '#generated/model/index.ts';
import type { ArchivedProject } from './archive-format.ts';

interface Purpose {
  id: string;
  name: string;
  description: string;
  /** Ids of task templates. */
  tasks: readonly string[];
  collections: readonly { name: string; description: string }[];
}

/** Sets of tasks and collections for a purpose. */
const PURPOSES: readonly Purpose[] = [
  {
    id: 'support',
    name: 'Customer support',
    description: 'Classify tickets, draft replies, and answer from your help centre.',
    tasks: ['classify', 'email-reply', 'answer-from-documents', 'sentiment', 'moderation'],
    collections: [{ name: 'Help centre', description: 'Articles that answers are based on.' }],
  },
  {
    id: 'content',
    name: 'Content and marketing',
    description: 'Rewrite, translate and summarise, and describe products in your tone.',
    tasks: ['rewrite', 'translate', 'summarise', 'product-description', 'release-notes'],
    collections: [{ name: 'Style guide', description: 'How you write, with examples.' }],
  },
  {
    id: 'operations',
    name: 'Back office',
    description: 'Extract data from documents, clean records, and sum up meetings.',
    tasks: ['extract', 'data-cleaning', 'meeting-notes', 'resume-screening', 'lead-qualification'],
    collections: [{ name: 'Documents', description: 'Contracts, invoices and other papers.' }],
  },
  {
    id: 'engineering',
    name: 'Engineering',
    description: 'Review code, write SQL and test cases, and draft release notes.',
    tasks: ['code-review', 'sql', 'test-cases', 'release-notes'],
    collections: [{ name: 'Engineering handbook', description: 'Conventions and runbooks.' }],
  },
];

/** The id of a template's collection, by its place. */
const idOf = (at: number) => `collection ${at}`;

/** The templates for new projects. */
export function projectTemplates(): ProjectTemplate[] {
  return PURPOSES.map(({ id, name, description, tasks, collections }) => ({
    ...{ id, name, description },
    tasks: tasks.map((task) => productTemplate(task, '')?.name ?? task),
    collections: collections.map((one) => one.name),
  }));
}

/** What a project of a template starts with; undefined if there is no such template. */
export function projectOfTemplate(id: string, modelId: string): ArchivedProject | undefined {
  const purpose = PURPOSES.find((one) => one.id === id);
  if (!purpose) return undefined;
  const tasks = purpose.tasks.flatMap((templateId) => {
    const template = productTemplate(templateId, modelId);
    if (!template) return [];
    const { retrieval } = template.definition;
    // What searches documents searches the first collection.
    const searched = retrieval && { retrieval: { ...retrieval, collection_ids: [idOf(0)] } };
    return [{ ...template, definition: { ...template.definition, ...searched } }];
  });
  return {
    name: purpose.name,
    default_model_id: null,
    run_retention_days: null,
    allowed_origins: null,
    members: [],
    tasks: tasks.map(({ id: taskId, name, description, tags, definition }) => ({
      ...{ id: taskId, name, description, tags: [...tags] },
      is_archived: false,
      evaluation_required: false,
      active_revision: 1,
      environments: {},
      draft: definition,
      revisions: [{ number: 1, note: '', definition }],
      datasets: [],
      webhook: null,
    })),
    collections: purpose.collections.map(({ name, description }, at) => ({
      id: idOf(at),
      content: {
        format: 'taskloom-collection',
        version: 1,
        ...{ name, description },
        tags: [],
        settings: { chunk_size: 300, chunk_overlap: 40, language: 'auto', embedding_model: null },
        documents: [],
        questions: [],
      },
      sources: [],
    })),
    webhooks: [],
    credential_origins: [],
  };
}
