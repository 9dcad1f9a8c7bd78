import { API_PREFIX } from '#domain/call.ts';
import { actorOf } from '#domain/principal.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';

import type { TemplateService } from './template.service.ts';

export type TemplateHandlers = Pick<
  RouteHandlers,
  'listTemplates' | 'createTemplate' | 'getTemplate' | 'updateTemplate' | 'deleteTemplate'
>;

const JSON_TYPE = 'application/json';

/** The operations of templates. */
export function createTemplateHandlers(templates: TemplateService): TemplateHandlers {
  return {
    async listTemplates(request, reply) {
      const page = await templates.list(request.params.orgId, request.query);
      await reply.type(JSON_TYPE).code(200).send(page);
    },
    async createTemplate(request, reply) {
      const { orgId } = request.params;
      const made = await templates.create(orgId, request.body, actorOf(request.principal));
      const location = `${API_PREFIX}/org/${orgId}/template/${made.id}`;
      await reply.type(JSON_TYPE).header('location', location).code(201).send(made);
    },
    async getTemplate(request, reply) {
      const { orgId, templateId } = request.params;
      await reply
        .type(JSON_TYPE)
        .code(200)
        .send(await templates.get(orgId, templateId));
    },
    async updateTemplate(request, reply) {
      const { orgId, templateId } = request.params;
      const changed = await templates.update(orgId, templateId, request.body);
      await reply.type(JSON_TYPE).code(200).send(changed);
    },
    async deleteTemplate(request, reply) {
      await templates.delete(request.params.orgId, request.params.templateId);
      await reply.code(204).send();
    },
  };
}
