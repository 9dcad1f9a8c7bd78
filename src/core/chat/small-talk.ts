/** The instructions for messages that ask nothing. No documents are searched for them. */
export const SMALL_TALK_RULES =
  'The last message only greets you, thanks you or says goodbye. Reply in one short, friendly sentence in its language. Give no information and answer no earlier question again.';

const WORDS_MAX = 8;
const GREETINGS = words(`
  hi hello hey hiya howdy greetings morning afternoon evening goodnight thanks thank thx cheers bye goodbye
  hallo servus moin guten gute grüß grüezi danke dankeschön tschüss ciao
  bonjour salut bonsoir coucou merci hola gracias adiós adios buenos buenas olá oi obrigado obrigada tchau
  buongiorno buonasera grazie salve arrivederci hoi hallo dag bedankt dank hej tack tak takk cześć dziękuję
  привет здравствуйте спасибо merhaba teşekkürler 你好 您好 谢谢 谢谢你 こんにちは おはよう ありがとう 안녕하세요 감사합니다 नमस्ते धन्यवाद مرحبا شكرا`);
/** Words that are small talk only beside one of those. */
const COMPANIONS = words(`
  good day there all everyone everybody team again you so very much a lot for your help to nice see
  tag morgen abend nacht gott dir ihnen vielen schön sehr beaucoup à tous días tardes noches muchas tutti mille je wel
  how are doing`);

/**
 * Whether a message only greets, thanks or says goodbye. That is decided by its words alone, so neither a document nor a
 * model can keep an answer from being checked: whatever could be a question isn't small talk.
 */
export function isSmallTalk(text: string): boolean {
  const said = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return (
    said.length <= WORDS_MAX &&
    said.some((word) => GREETINGS.has(word)) &&
    said.every((word) => GREETINGS.has(word) || COMPANIONS.has(word))
  );
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
