/** Replaces the text from `start` to `end` (UTF-16 offsets into the prompt) with `text`. */
export interface PromptEdit {
  start: number;
  end: number;
  text: string;
}
