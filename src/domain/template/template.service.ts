import { ownResults } from '#core/evaluation/check-fields.ts';
import { isId, newId } from '#core/ids.ts';
import { TEMPLATES_MAX } from '#core/limits.ts';
import { checkTemplate, toTemplateValues } from '#core/template/check-template.ts';
import {
  findProductTemplates,
  isProductTemplate,
  productTemplate,
} from '#core/template/product-templates.ts';
import type {
  Actor,
  Template,
  TemplateCreate,
  TemplateList,
  TemplateSummary,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { findModel, type ModelDomain } from '../endpoint/own-models.ts';
import { createModelService } from '../model/model.service.ts';
import { decodeIdCursor, type PageQuery, pageLimit, toPage } from '../paging.ts';
import { type Access, createdNow } from '../principal.ts';
import { mustFind, nameTaken, notFound, ProblemError } from '../problem.ts';
import { unlessTaken } from '../table.ts';
import { asView } from '../view.ts';
import type { TemplateRow } from './template.tables.ts';

/** The starting points for tasks: built-in templates, and those saved by an organisation. */
export function createTemplateService(domain: ModelDomain) {
  const { stores } = domain;
  const { templates } = stores.template;

  async function check(orgId: string, body: TemplateCreate, isModelNew = true): Promise<void> {
    const known = (await findModel(domain, orgId, body.definition.model_id))?.info;
    const errors = checkTemplate(body, isModelNew ? (known ? [known] : []) : undefined);
    if (errors.length > 0)
      throw new ProblemError('invalid_request', "This template isn't valid.", { errors });
  }

  return {
    /**
     * A page: the organisation's own templates, newest first, then the built-in ones. The cursor is the id of the last
     * one. Guests see only the built-in ones: the others were made of tasks in any project.
     */
    async list(
      orgId: string,
      { orgRole }: Pick<Access, 'orgRole'>,
      query: PageQuery & { q?: string; tag?: string },
    ): Promise<TemplateList> {
      const { q, tag } = query;
      const limit = pageLimit(query);
      const after = decodeIdCursor(query.cursor);
      const product = findProductTemplates({ q, tag });
      const isPastOwn = after !== undefined && !isId('template', after);
      const own =
        isPastOwn || orgRole === null
          ? []
          : await templates.list({
              where: { org_id: orgId },
              filter: { tags: tag === undefined ? undefined : { has: tag } },
              search: { q, in: ['name', 'description', 'tags'] },
              descending: true,
              ...(after !== undefined && { after: [after] }),
              limit: limit + 1,
            });
      const rest = isPastOwn
        ? product.slice(product.findIndex(({ id }) => id === after) + 1)
        : product;
      const all = [...own.map(toSummary), ...rest].slice(0, limit + 1);
      const { rows, pagination } = toPage(all, limit, ({ id }) => ({ id }));
      return { results: rows, pagination };
    },

    /** @throws ProblemError 404 */
    async get(orgId: string, { orgRole }: Pick<Access, 'orgRole'>, id: string): Promise<Template> {
      const owner = await domain.stores.org.orgs.find({ id: orgId });
      const model = await createModelService(domain).defaultId(orgId, owner?.default_model_id);
      const product = productTemplate(id, model);
      if (product) return product;
      if (orgRole === null) throw notFound();
      return toTemplate(await mustFind(templates.find({ id, org_id: orgId })));
    },

    /** @throws ProblemError 400 with every violated rule, 409 `name_taken` or `limit_reached` */
    async create(orgId: string, body: TemplateCreate, actor: Actor): Promise<Template> {
      await check(orgId, body);
      const row: TemplateRow = {
        id: newId('template'),
        org_id: orgId,
        ...toTemplateValues(body),
        ...createdNow(actor),
      };
      const creating = stores.transaction(async ({ org, template }) => {
        await mustFind(org.orgs.lock({ id: orgId }));
        if ((await template.templates.count({ org_id: orgId })) >= TEMPLATES_MAX)
          throw new ProblemError('limit_reached', DETAIL.templateLimit(TEMPLATES_MAX));
        await template.templates.insert(row);
      });
      await underFreeName(creating);
      return toTemplate(row);
    },

    /** @throws ProblemError 400, 403 for a built-in template, 404, 409 when the name is taken */
    async update(orgId: string, id: string, body: TemplateCreate): Promise<Template> {
      refuseProduct(id, 'changed');
      const { definition } = await mustFind(templates.find({ id, org_id: orgId }));
      // A model that no longer exists must not prevent renaming.
      await check(orgId, body, body.definition.model_id !== definition.model_id);
      const change = templates.update({ id, org_id: orgId }, toTemplateValues(body));
      const [changed] = await underFreeName(change);
      return toTemplate(await mustFind(changed));
    },

    /** @throws ProblemError 403 for a built-in template, 404 */
    async delete(orgId: string, id: string): Promise<void> {
      refuseProduct(id, 'deleted');
      if ((await templates.delete({ id, org_id: orgId })) === 0) throw notFound();
    },
  };
}

/** @throws ProblemError 409 when the name is taken */
function underFreeName<T>(writing: Promise<T>): Promise<T> {
  return unlessTaken(writing, 'template_org_name', () => nameTaken(DETAIL.nameTaken('Template')));
}

function refuseProduct(id: string, what: string): void {
  if (!isProductTemplate(id)) return;
  throw new ProblemError('forbidden', `Built-in templates can't be ${what}.`);
}

function toSummary(row: TemplateRow): TemplateSummary {
  const { output_format, variables } = row.definition;
  return asView('TemplateSummary', row, {
    origin: 'organization',
    output_type: output_format.type,
    variable_names: variables.map(({ name }) => name),
  });
}

function toTemplate(row: TemplateRow): Template {
  // Samples saved before checks existed have none.
  const sample = row.sample && { ...row.sample, checks: ownResults(row.sample.checks ?? []) };
  return { ...toSummary(row), definition: row.definition, sample, more_samples: [] };
}
