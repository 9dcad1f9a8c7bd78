import { readOnce } from '#console/api/query/calls.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  getGetEndpointUsesQueryOptions,
  useDeleteEndpoint,
} from '#generated/api/endpoint/endpoint.ts';
import type { OwnEndpoint } from '#generated/model/index.ts';

/** The names that a confirmation lists. */
const NAMED = 5;

/** Deletes an endpoint, after naming the tasks that use its models. */
export function useRemoveEndpoint(orgId: string): (endpoint: OwnEndpoint) => Promise<void> {
  const confirm = useConfirm();
  const removal = useDeleteEndpoint();
  return async ({ id, name }) => {
    await attempt(async () => {
      const { total, results } = await readOnce(getGetEndpointUsesQueryOptions(orgId, id));
      const names = results.slice(0, NAMED).map(({ task_name }) => `“${task_name}”`);
      const more = total > names.length ? ` and ${total - names.length} more` : '';
      const uses =
        total === 0
          ? 'No task uses its models.'
          : `These tasks use its models and will fail until they get another one: ${names.join(', ')}${more}.`;
      const yes = await confirm({
        title: `Delete ${name}?`,
        body: `${uses} Its key, models and prices are deleted. Past runs keep their costs. This can't be undone.`,
        confirmLabel: 'Delete endpoint',
        danger: true,
        ...(total > 0 && { typeName: name }),
      });
      if (!yes) return;
      await removal.mutateAsync({ orgId, endpointId: id });
      toast.success(`${name} deleted`);
    });
  };
}
