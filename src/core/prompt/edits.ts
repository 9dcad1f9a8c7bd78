/** Replaces the text from `start` to `end` (UTF-16 offsets into the prompt) with `text`. */
export interface PromptEdit {
  start: number;
  end: number;
  text: string;
}

/** Applies the edits, which may come in any order; an edit that overlaps an earlier one is skipped. */
export function applyEdits(text: string, edits: readonly PromptEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
