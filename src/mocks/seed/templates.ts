import { DAY_MS } from '#core/limits.ts';
import { inputsFromExamples } from '#core/template/write-template.ts';
import type { TemplateRow } from '#domain/template/template.tables.ts';
import type { UserRow } from '#domain/user/user.tables.ts';
import { timestamp } from '../store.ts';
import { ORG_ID, seedId } from './ids.ts';
import { SAMPLE_TASKS, type SampleTask } from './sample-tasks.ts';

/** A template saved by the organisation, in addition to the built-in ones. */
export function seedTemplates(users: readonly UserRow[], now: number): TemplateRow[] {
  const { name, description, definition } = SAMPLE_TASKS[0] as SampleTask;
  return [
    {
      id: seedId('template', 1),
      org_id: ORG_ID,
      name: `${name} (our version)`,
      description,
      tags: ['Support', 'Reviews'],
      definition,
      sample: {
        inputs: inputsFromExamples(definition.variables),
        output: { sentiment: 'negative', score: 12, reasons: ['It arrived broken.'] },
        output_valid: true,
        checks: [],
      },
      created_by_id: users[0]?.id ?? '',
      created_by_name: users[0]?.name ?? '',
      created_at: timestamp(now - 9 * DAY_MS),
    },
  ];
}
