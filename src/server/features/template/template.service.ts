import { isId, newId } from '#core/ids.ts';
import { VALIDATION } from '#core/messages.ts';
import { checkTemplate, toTemplateValues } from '#core/template/check-template.ts';
import {
  findProductTemplates,
  isProductTemplate,
  productTemplate,
} from '#core/template/product-templates.ts';
import { decodeIdCursor, pageLimit, toPage } from '#domain/paging.ts';
import { nameTaken, notFound, ProblemError } from '#domain/problem.ts';
import type {
  Actor,
  Template,
  TemplateCreate,
  TemplateList,
  TemplateSummary,
} from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { uniqueViolation } from '../../db/errors.ts';
import type { ModelService } from '../model/model.service.ts';
import * as repository from './template.repository.ts';

export interface TemplateListQuery {
  q?: string;
  tag?: string;
  cursor?: string;
  page_limit?: number;
}

export type TemplateService = ReturnType<typeof createTemplateService>;

/** What tasks can begin with: the templates of the product, and those that an organisation saved. */
export function createTemplateService({
  database,
  models,
}: {
  database: Database;
  models: ModelService;
}) {
  const { db } = database;

  function check(body: TemplateCreate, isModelNew = true): void {
    const known = models.find(body.definition.model_id)?.info;
    const errors = checkTemplate(body, isModelNew ? (known ? [known] : []) : undefined);
    if (errors.length > 0)
      throw new ProblemError('invalid_request', 'This cannot be a template.', { errors });
  }

  return {
    /** A page: the organisation's own, newest first, then the product's. The cursor is the id of the last one. */
    async list(orgId: string, query: TemplateListQuery = {}): Promise<TemplateList> {
      const { q, tag } = query;
      const limit = pageLimit(query);
      const after = decodeIdCursor(query.cursor);
      const product = findProductTemplates({ q, tag });
      const isPastOwn = after !== undefined && !isId('template', after);
      const own = isPastOwn
        ? []
        : await repository.listTemplates(db, orgId, { q, tag, before: after, limit: limit + 1 });
      const rest = isPastOwn
        ? product.slice(product.findIndex(({ id }) => id === after) + 1)
        : product;
      const page = toPage(
        [...own.map(toSummary), ...rest].slice(0, limit + 1),
        limit,
        ({ id }) => ({
          id,
        }),
      );
      return { results: page.rows, pagination: page.pagination };
    },

    /** @throws ProblemError 404 */
    async get(orgId: string, id: string): Promise<Template> {
      const product = productTemplate(id, await models.defaultId());
      if (product) return product;
      const row = await repository.getTemplate(db, orgId, id);
      if (!row) throw notFound();
      return toTemplate(row);
    },

    /** @throws ProblemError 400 with every rule that is broken, 409 when the name is taken */
    async create(orgId: string, body: TemplateCreate, actor: Actor): Promise<Template> {
      check(body);
      const row = {
        id: newId('template'),
        orgId,
        ...toTemplateValues(body),
        createdById: actor.id,
        createdByName: actor.name,
        createdAt: new Date(),
      };
      await underFreeName(repository.insertTemplate(db, row));
      return toTemplate(row);
    },

    /** @throws ProblemError 400, 403 for one of the product, 404, 409 when the name is taken */
    async update(orgId: string, id: string, body: TemplateCreate): Promise<Template> {
      refuseProduct(id, 'changed');
      const row = await repository.getTemplate(db, orgId, id);
      if (!row) throw notFound();
      // A model that has gone since must not keep anybody from a better name.
      check(body, body.definition.model_id !== row.definition.model_id);
      const values = toTemplateValues(body);
      const changed = await underFreeName(repository.updateTemplate(db, orgId, id, values));
      if (!changed) throw notFound();
      return toTemplate(changed);
    },

    /** @throws ProblemError 403 for one of the product, 404 */
    async delete(orgId: string, id: string): Promise<void> {
      refuseProduct(id, 'deleted');
      if (!(await repository.deleteTemplate(db, orgId, id))) throw notFound();
    },
  };
}

/** @throws ProblemError 409 when the name is taken */
async function underFreeName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (uniqueViolation(error) !== 'template_org_name') throw error;
    throw nameTaken(VALIDATION.templateNameTaken);
  }
}

function refuseProduct(id: string, what: string): void {
  if (!isProductTemplate(id)) return;
  throw new ProblemError('forbidden', `Templates of the product cannot be ${what}.`);
}

function toSummary(row: repository.TemplateRow): TemplateSummary {
  return {
    id: row.id,
    origin: 'organization',
    name: row.name,
    description: row.description,
    tags: row.tags,
    output_type: row.definition.output_format.type,
    variable_names: row.definition.variables.map(({ name }) => name),
    created_by: { id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
  };
}

function toTemplate(row: repository.TemplateRow): Template {
  // Those that were saved before there were checks have none.
  const sample = row.sample && { ...row.sample, checks: row.sample.checks ?? [] };
  return { ...toSummary(row), definition: row.definition, sample, more_samples: [] };
}
