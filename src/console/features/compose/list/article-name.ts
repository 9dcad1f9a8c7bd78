/** What an article is called: its title, or what it is about. */
export function nameOf({ title, topic }: { title: string; topic: string }): string {
  return title.trim() || topic.trim() || 'Untitled article';
}
