/** Creates an ID for a part that this page adds to an article. */
export function newPartId(kind: 'title' | 'heading' | 'image'): string {
  return `${kind}_${crypto.randomUUID().replaceAll('-', '')}`;
}
