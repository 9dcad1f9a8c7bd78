import type { TaskDefinition, TemplateSample } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** A template that an organisation saved. Built-in templates are in the code: `src/core/template`. */
export interface TemplateRow {
  id: string;
  org_id: string;
  name: string;
  description: string;
  tags: string[];
  definition: TaskDefinition;
  sample: TemplateSample | null;
  /** Kept after the author's account is deleted, so these are not foreign keys. */
  created_by_id: string;
  created_by_name: string;
  created_at: string;
}

export interface TemplateStore {
  /** Names are unique within an organisation, ignoring case: index `template_org_name`. */
  templates: Table<TemplateRow>;
}
