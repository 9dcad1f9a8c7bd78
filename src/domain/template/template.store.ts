import type { TaskDefinition, TemplateSample } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** A template that an organisation saved. Those of the product are in the code: `src/core/template`. */
export interface TemplateRow {
  id: string;
  org_id: string;
  name: string;
  description: string;
  tags: string[];
  definition: TaskDefinition;
  sample: TemplateSample | null;
  /** Authors stay named when their account is gone, so these are no references. */
  created_by_id: string;
  created_by_name: string;
  created_at: string;
}

export interface TemplateStore {
  /** The name is unique in its organisation, in any case: index `template_org_name`. */
  templates: Table<TemplateRow>;
}
