import { counted } from '#console/ui/display/counted.ts';
import { formatMicros } from '#core/billing/money.ts';
import type { ProjectMovePreview } from '#generated/model/index.ts';

/** What a move changes, one sentence each. @param name the project's name now */
export function moveWords(name: string, preview: ProjectMovePreview): string[] {
  const { org_name, losing, guests, gaining, unfinished_runs, unavailable_models } = preview;
  const more = losing.count - losing.names.length;
  const who = [...losing.names, ...(more > 0 ? [`${more} more`] : [])];
  const keys = [
    counted(preview.api_keys, 'API key'),
    counted(preview.oauth_clients, 'OAuth client'),
    counted(preview.webhooks, 'webhook'),
    counted(preview.widgets, 'widget'),
  ].filter((text) => !text.startsWith('0 '));
  const sentences = [
    preview.name !== name && `Its name becomes ${preview.name}, because ${name} is taken there.`,
    `${org_name} pays for it. Its balance is ${formatMicros(preview.balance)}.`,
    losing.count > 0 &&
      `${people(losing.count)} ${losing.count === 1 ? 'loses' : 'lose'} access: ${listed(who)}.`,
    gaining > 0 && `${people(gaining)} of ${org_name} ${gaining === 1 ? 'gains' : 'gain'} access.`,
    guests > 0 &&
      `${people(guests)} with a role in the project ${guests === 1 ? 'keeps' : 'keep'} it as ${guests === 1 ? 'a guest' : 'guests'}.`,
    keys.length > 0 && `${listed(keys)} will move with it. Programs must call the new URLs.`,
    unfinished_runs > 0 &&
      `${counted(unfinished_runs, 'run')} in progress will finish, and this organisation pays for them.`,
    unavailable_models.length > 0 &&
      `These models can't be called there, so their tasks will fail: ${listed(unavailable_models)}.`,
  ];
  return sentences.filter((text) => text !== false);
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`;
}

const and = new Intl.ListFormat('en-GB');

function listed(items: readonly string[]): string {
  return and.format(items);
}
