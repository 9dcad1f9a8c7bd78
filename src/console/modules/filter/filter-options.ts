/** Options by id, with the chosen one, even if its name isn't known. */
export function withChosen(
  names: ReadonlyMap<string, string>,
  chosen: string | null,
  unknown: string,
) {
  const options = [...names].map(([value, label]) => ({ value, label }));
  if (chosen !== null && !names.has(chosen)) options.unshift({ value: chosen, label: unknown });
  return options;
}
