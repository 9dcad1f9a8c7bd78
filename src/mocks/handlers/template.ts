import { newId } from '#core/ids.ts';
import { VALIDATION } from '#core/messages.ts';
import { checkTemplate, toTemplateValues } from '#core/template/check-template.ts';
import {
  findProductTemplates,
  isProductTemplate,
  productTemplate,
} from '#core/template/product-templates.ts';
import { invalidRequest, nameTaken, notFound, ProblemError } from '#domain/problem.ts';
import type { Template, TemplateSummary } from '#generated/model/index.ts';
import { Answer } from '../http/answer.ts';
import { matches, paginate } from '../http/paging.ts';
import { actorOf, type Store, type StoredTemplate, timestamp } from '../store.ts';
import type { Resolvers } from './resolver.ts';

/** What tasks can begin with. */
export const templateResolvers = {
  listTemplates: ({ store, params, query }) => {
    const { q, tag } = query;
    const own = ownOf(store, params.orgId)
      .filter(({ tags }) => tag === undefined || tags.includes(tag))
      .filter(({ name, description, tags }) => matches(q, name, description, ...tags))
      .map(toSummary)
      .reverse();
    const all = [...own, ...findProductTemplates({ q, tag })];
    const position = (one: TemplateSummary) => String(all.indexOf(one)).padStart(5, '0');
    return paginate(all, query, { name: 'template', id: position });
  },

  createTemplate: ({ store, user, params, body }) => {
    const errors = checkTemplate(body, store.data.models);
    if (errors.length > 0) throw invalidRequest(errors);
    const { name, ...values } = toTemplateValues(body);
    refuseTakenName(store, params.orgId, name);
    const made: StoredTemplate = {
      id: newId('template'),
      org_id: params.orgId,
      name,
      ...values,
      created_by: actorOf(user),
      created_at: timestamp(),
    };
    store.data.templates[made.id] = made;
    const Location = `/api/v1/org/${params.orgId}/template/${made.id}`;
    return new Answer(toTemplate(made), 201, { Location });
  },

  getTemplate: ({ store, params }) =>
    productTemplate(params.templateId, 'sandbox/sandbox') ??
    toTemplate(templateById(store, params)),

  updateTemplate: ({ store, params, body }) => {
    refuseProduct(params.templateId, 'changed');
    const before = templateById(store, params);
    const isModelNew = body.definition.model_id !== before.definition.model_id;
    const errors = checkTemplate(body, isModelNew ? store.data.models : undefined);
    if (errors.length > 0) throw invalidRequest(errors);
    const { name, ...values } = toTemplateValues(body);
    refuseTakenName(store, params.orgId, name, before.id);
    const changed: StoredTemplate = { ...before, name, ...values };
    store.data.templates[before.id] = changed;
    return toTemplate(changed);
  },

  deleteTemplate: ({ store, params }) => {
    refuseProduct(params.templateId, 'deleted');
    delete store.data.templates[templateById(store, params).id];
    return undefined;
  },
} satisfies Partial<Resolvers>;

function refuseTakenName(store: Store, orgId: string, name: string, ownId?: string): void {
  const isTaken = ownOf(store, orgId).some(
    (other) => other.id !== ownId && other.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw nameTaken(VALIDATION.templateNameTaken);
}

function refuseProduct(id: string, what: string): void {
  if (isProductTemplate(id))
    throw new ProblemError('forbidden', `Templates of the product cannot be ${what}.`);
}

function ownOf(store: Store, orgId: string): StoredTemplate[] {
  return Object.values(store.data.templates).filter((template) => template.org_id === orgId);
}

function templateById(store: Store, params: { orgId: string; templateId: string }): StoredTemplate {
  const found = store.data.templates[params.templateId];
  if (found?.org_id !== params.orgId) throw notFound();
  return found;
}

function toSummary({ org_id: _, definition, sample: __, ...template }: StoredTemplate) {
  return {
    ...template,
    origin: 'organization' as const,
    output_type: definition.output_format.type,
    variable_names: definition.variables.map(({ name }) => name),
  };
}

function toTemplate(stored: StoredTemplate): Template {
  return {
    ...toSummary(stored),
    definition: stored.definition,
    sample: stored.sample,
    more_samples: [],
  };
}
