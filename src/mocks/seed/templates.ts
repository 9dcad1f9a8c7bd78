import { inputsFromExamples } from '#core/template/write-template.ts';
import { actorOf, type StoredTemplate, type StoredUser, timestamp } from '../store.ts';
import { ORG_ID, seedId } from './ids.ts';
import { SAMPLE_TASKS, type SampleTask } from './sample-tasks.ts';

const DAY = 86_400_000;

/** A template that the organisation saved, beside those of the product. */
export function seedTemplates(users: readonly StoredUser[], now: number): StoredTemplate[] {
  const { name, description, definition } = SAMPLE_TASKS[0] as SampleTask;
  return [
    {
      id: seedId('template', 1),
      org_id: ORG_ID,
      name: `${name}, our way`,
      description,
      tags: ['Support', 'Reviews'],
      definition,
      sample: {
        inputs: inputsFromExamples(definition.variables),
        output: { sentiment: 'negative', score: 12, reasons: ['It arrived broken.'] },
        output_valid: true,
        checks: [],
      },
      created_by: actorOf(users[0] as StoredUser),
      created_at: timestamp(now - 9 * DAY),
    },
  ];
}
