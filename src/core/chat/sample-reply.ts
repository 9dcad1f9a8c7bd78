import { ACTION_RULES } from '../assistant/actions.ts';
import { sampleAction } from '../assistant/sample-actions.ts';
import { withoutPassages } from '../collection/cite/passage-prompt.ts';
import { closestSentence } from '../collection/cite/sample-answer.ts';
import { toComparable } from '../collection/cite/support.ts';
import { LAST, REWRITE_RULES, SUMMARY, SUMMARY_MAX, SUMMARY_RULES } from './conversation-prompt.ts';
import { GROUNDED_RULES, NO_ANSWER } from './no-answer.ts';
import { SMALL_TALK_RULES } from './small-talk.ts';

const ASKED = /^User:\n((?: {2}.*\n?)*)/gm;
const SAMPLE_SMALL_TALK = 'You are welcome to ask about the documents.';
const SAMPLE_QUESTIONS = 8;
const SAMPLE_LENGTH = 120;
/** The least share of a question's words that a sentence has in common with it, to be an answer to it. */
const SHARED_LEAST = 1 / 3;
/** Words of questions that say nothing about their subject. */
const COMMON = toComparable(
  'about also does from have into many much must said shall should tell that them then there these they this those want what when where which whom whose will with would your',
).stems;

/**
 * What simulated models (the sandbox and that of the mocks) reply to the prompts of chats: a question without
 * the conversation, a summary, a greeting, or an answer from passages. Undefined for other prompts.
 * @param last the last message, which may begin with the passages
 */
export function sampleChatReply(prompts: string, last: string): string | undefined {
  const question = withoutPassages(last);
  if (prompts.includes(SUMMARY_RULES)) return sampleSummary(question);
  if (prompts.includes(REWRITE_RULES)) return sampleRewrite(question);
  if (prompts.includes(SMALL_TALK_RULES)) return SAMPLE_SMALL_TALK;
  if (!prompts.includes(GROUNDED_RULES)) return undefined;
  const action = prompts.includes(ACTION_RULES) ? sampleAction(question) : undefined;
  return [sampleGroundedAnswer(prompts, question), ...(action ? ['', action] : [])].join('\n');
}

function sampleSummary(transcript: string): string {
  const [, before] = transcript.split(`${SUMMARY}\n`);
  const known = before === undefined ? [] : [inLine(before.split('\n\n')[0] ?? '')];
  const asked = askedIn(transcript).slice(-SAMPLE_QUESTIONS);
  const quoted = asked.map((text) => `“${start(text)}”`).join(', ');
  return [...known, `Asked: ${quoted}.`].join(' ').slice(-SUMMARY_MAX).toWellFormed();
}

function sampleRewrite(prompt: string): string {
  const message = inLine(prompt.slice(prompt.lastIndexOf(LAST) + LAST.length));
  return [message, ...askedIn(prompt).slice(-1).map(start)].join(' ');
}

function sampleGroundedAnswer(prompts: string, question: string): string {
  const best = closestSentence(prompts, question);
  const asked = [...toComparable(question).stems].filter((stem) => !COMMON.has(stem));
  const { stems } = toComparable(best?.quote ?? '');
  const shared = asked.filter((stem) => stems.has(stem)).length;
  if (!best || shared === 0 || shared < asked.length * SHARED_LEAST)
    return `${NO_ANSWER} The documents don't say this.`;
  return `The sentence in the documents that is closest to your question: “${best.quote}” [${best.number}]`;
}

function askedIn(transcript: string): string[] {
  return [...transcript.matchAll(ASKED)].map(([, text = '']) => inLine(text));
}

function inLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function start(text: string): string {
  return text.length > SAMPLE_LENGTH ? `${text.slice(0, SAMPLE_LENGTH).toWellFormed()}…` : text;
}
