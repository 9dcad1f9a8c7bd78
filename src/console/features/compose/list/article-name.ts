/** The name of an article: its title, or otherwise its topic. */
export function nameOf({ title, topic }: { title: string; topic: string }): string {
  return title.trim() || topic.trim() || 'Untitled article';
}
