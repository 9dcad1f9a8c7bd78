import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import type { PlainOption } from '#console/ui/form/plain.tsx';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import { useListModels } from '#generated/api/model/model.ts';

/** The models to choose from; those that can't be used now are disabled. */
export function useModelChoices(): PlainOption[] {
  const { orgId } = useActiveProject();
  const { data } = useListModels(
    orgId,
    { page_limit: PAGE_LIMIT_MAX },
    { query: { meta: { silent: true } } },
  );
  return (data?.results ?? []).map(({ id, name, available }) => ({
    value: id,
    label: name,
    disabled: !available,
  }));
}
