const OPEN = /^<(think|thinking|thought|reasoning)>/i;
/** What may still become an opening tag. */
const OPENING = /^<[a-z]{0,9}$/i;
const CLOSE = '</think>';

/** A part of a model's text, divided. */
export interface Divided {
  text: string;
  reasoning: string;
  /** Whether the text of all earlier parts turned out to be reasoning too. */
  isRestart: boolean;
}

/**
 * Separates the reasoning that some servers leave in a model's text: `<think>…</think>` at its beginning. Some chat
 * templates open it in the prompt, so the text only has a `</think>`, on a line of its own.
 */
export function createReasoningFilter() {
  let state: 'start' | 'reasoning' | 'after' | 'text' = 'start';
  /** Not divided yet: it may be a part of a tag. */
  let held = '';
  let close = CLOSE;
  let mayRestart = true;
  /** Whether the last line of the text is blank so far. */
  let isBlankLine = true;

  function begin(): void {
    const start = held.trimStart();
    const tag = OPEN.exec(start);
    if (tag) {
      close = `</${tag[1]?.toLowerCase()}>`;
      held = start.slice(tag[0].length);
      mayRestart = false;
      state = 'reasoning';
    } else if (start !== '' && !OPENING.test(start)) state = 'text';
  }

  function reason(out: Divided): void {
    const end = held.toLowerCase().indexOf(close);
    const keep = end < 0 ? partOf(close, held) : 0;
    const to = end < 0 ? held.length - keep : end;
    out.reasoning += held.slice(0, to);
    held = held.slice(end < 0 ? to : end + close.length);
    if (end >= 0) state = 'after';
  }

  function write(out: Divided): void {
    const end = mayRestart ? held.toLowerCase().indexOf(CLOSE) : -1;
    const before = held.slice(0, Math.max(0, end));
    if (end >= 0 && isBlank(before)) {
      out.reasoning = out.text + before;
      out.text = '';
      out.isRestart = true;
      held = held.slice(end + CLOSE.length);
      mayRestart = false;
      state = 'after';
      return;
    }
    const keep = mayRestart && end < 0 ? partOf(CLOSE, held) : 0;
    const passed = held.slice(0, held.length - keep);
    isBlankLine = isBlank(passed);
    out.text += passed;
    held = held.slice(held.length - keep);
  }

  function isBlank(more: string): boolean {
    const line = more.lastIndexOf('\n');
    return more.slice(line + 1).trim() === '' && (line >= 0 || isBlankLine);
  }

  return {
    push(more: string): Divided {
      held += more;
      const out: Divided = { text: '', reasoning: '', isRestart: false };
      if (state === 'start') begin();
      if (state === 'reasoning') reason(out);
      if (state === 'text') write(out);
      if (state === 'after') {
        held = held.trimStart();
        if (held !== '') state = 'text';
        out.text += held;
        held = '';
      }
      return out;
    },
    /** What is left when the text has ended. */
    end(): Divided {
      const rest = held;
      held = '';
      const isReasoning = state === 'reasoning';
      return {
        text: isReasoning ? '' : rest,
        reasoning: isReasoning ? rest : '',
        isRestart: false,
      };
    },
  };
}

/** How much of a text's end may be the beginning of a tag. */
function partOf(tag: string, text: string): number {
  const end = text.slice(-tag.length).toLowerCase();
  for (let length = Math.min(tag.length - 1, end.length); length > 0; length -= 1)
    if (tag.startsWith(end.slice(-length))) return length;
  return 0;
}
