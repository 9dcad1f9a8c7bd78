import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { actorOf } from '../principal.ts';
import { createTemplateService } from './template.service.ts';

/** The operations of templates. */
export function templateOperations(domain: Domain): OperationsOf<'template'> {
  const templates = createTemplateService(domain);
  return {
    listTemplates: ({ params, access, query }) => templates.list(params.orgId, access, query),
    async createTemplate(call) {
      const { params, body, principal } = call;
      const template = await templates.create(params.orgId, body, actorOf(principal));
      return created(call, template.id, template);
    },
    getTemplate: ({ params, access }) => templates.get(params.orgId, access, params.templateId),
    updateTemplate: ({ params, body }) => templates.update(params.orgId, params.templateId, body),
    deleteTemplate: ({ params }) => templates.delete(params.orgId, params.templateId),
  };
}
