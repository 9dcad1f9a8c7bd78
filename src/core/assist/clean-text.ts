import { withoutThoughts } from '../task/output/extract-json.ts';

const FENCED = /^\s*(`{3,})[^\n`]*\n([\s\S]*?)\n\1\s*$/;
/** `Sure! Here is the improved prompt:`, then an empty line or a fence. */
const INTRODUCTION =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great)\b[^\n]*|here(?:'s| is| are)\b[^\n]*\b(?:prompt|description|version|text|answer)\b[^\n]*|(?:the )?(?:new|improved|revised|updated|rewritten)\b[^\n]*):\**\s*\n+/i;
const GOODBYE =
  /\n\s*\n(?:let me know|feel free|i hope|hope this|would you like|if you(?:'d| would| want| need))\b[^\n]*\s*$/i;
const TAGGED =
  /^\s*<(prompt|improved_prompt|new_prompt|description|answer|result)>\n?([\s\S]*?)\n?<\/\1>\s*$/i;
const REFUSAL =
  /^(?:i['’]?m (?:very )?sorry|i am sorry|sorry, (?:but )?i|i (?:can(?:no|['’])t|cannot|am unable|won['’]t)|i['’]m (?:unable|not able))\b/i;

/** The requested text, without what the model wrote around it: an introduction, a code fence, reasoning. */
export function cleanText(written: string): string {
  let text = withoutThoughts(written).trim();
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(INTRODUCTION, '').replace(GOODBYE, '').trim();
    text = (FENCED.exec(text)?.[2] ?? TAGGED.exec(text)?.[2] ?? text).trim();
  }
  return text;
}

/** Whether a model refused instead of writing the requested text. */
export function isRefusal(text: string): boolean {
  return text.length < 600 && REFUSAL.test(text);
}
