import { memberOf, pointerParts } from '#core/json/pointer.ts';

/** The named schemas that an operation, such as `get /task`, accepts or returns, including nested ones. */
export function schemasOf(document: Record<string, unknown>, operation: string): Set<string> {
  const [method = '', path = ''] = operation.split(' ');
  const paths = document.paths as Record<string, Record<string, unknown>>;
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref);
      const [, name] = /^#\/components\/schemas\/([^/]+)/.exec($ref) ?? [];
      if (name !== undefined) found.add(name);
      // Problems are the same everywhere and say nothing about an operation.
      if (!$ref.startsWith('#/components/responses/'))
        visit(pointerParts($ref.slice(1)).reduce(memberOf, document));
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(paths[path]?.[method]);
  return found;
}
