/** The name of the product and its parts. */
export const PRODUCT_WORDS = ['taskloom', 'task', 'loom'];

/** What the most used passwords are made of. Digits and symbols around them don't help. */
const WORDS = `password passwort passwd pass kennwort motdepasse contrasena senha parola secret geheim login logon signin
welcome willkommen bienvenue hello letmein opensesame changeme default guest user username admin administrator root
master manager test testing tester temp demo sample example qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbn
zxcvbnm qazwsx abc abcd abcdef abcdefgh iloveyou ilove love lovely sunshine princess prince dragon monkey tiger lion
eagle panther football baseball basketball soccer hockey golf superman batman spiderman starwars pokemon matrix ninja
samsung google apple iphone microsoft windows facebook internet computer laptop server system company business office
work money freedom whatever nothing trustno shadow flower butterfly chocolate cookie cheese orange banana purple silver
golden diamond angel hunter ranger killer jordan michael jennifer charlie george thomas daniel andrew jessica nicole
hannah maggie bailey ginger buster pepper summer spring autumn fall winter january february march april may june july
august september october november december monday tuesday wednesday thursday friday saturday sunday london paris berlin
newyork liverpool chelsea arsenal barcelona mustang ferrari porsche mercedes harley corvette access security private
jesus blessed heaven faith church family mother father sister brother baby honey sweet happy smile lucky star`;
const COMMON = new Set(WORDS.split(/\s+/));

/** Characters that stand for letters. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

/** A password in lower case, with letters instead of characters that stand for them. */
export function withLetters(password: string): string {
  return password.toLowerCase().replace(/[0134578@$!|]/g, (found) => STANDS_FOR[found] ?? found);
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '');

/** Whether a password is a common word, once or several times, with nothing but digits and symbols around it. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  // Digits at the end are rarely letters: `summer2026!`.
  const bare = plain.replace(/[^\p{L}]+$/u, '');
  return [plain, bare, withLetters(plain), withLetters(bare)].some((text) => {
    const letters = lettersOf(text);
    return letters === '' ? /^(\d+|\D+)$/.test(plain) : isMadeOfOne(letters);
  });
}

/** Whether a text is one common word, possibly repeated. */
function isMadeOfOne(letters: string): boolean {
  for (let size = 3; size <= letters.length; size += 1) {
    const word = letters.slice(0, size);
    if (COMMON.has(word) && letters === word.repeat(letters.length / size)) return true;
  }
  return false;
}
