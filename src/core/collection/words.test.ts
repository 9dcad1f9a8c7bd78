import { describe, expect, it } from 'vitest';
import { detectLanguage, searchConfig } from './language.ts';
import { searchableQuery, searchableText, termsOf } from './words.ts';

describe('words', () => {
  it('indexes scripts without spaces as bigrams', () => {
    expect(searchableQuery('東京都の水')).toBe('東京 京都 都の の水');
    expect(searchableQuery('水')).toBe('水');
    expect(searchableText('東京 and 水')).toBe(' 東京 東 京  and  水 ');
    expect(searchableQuery('ราคา 5')).toBe('รา าค คา 5');
    expect(searchableQuery('ｶﾀｶﾅ ＡＢＣ')).toBe('カタ タカ カナ ABC');
  });

  it('finds in a text what a query asks for', () => {
    const words = new Set(searchableText('私は東京に住んでいます。猫がいる。').split(/\s+/));
    for (const term of termsOf('東京')) expect(words).toContain(term);
    for (const term of termsOf('猫')) expect(words).toContain(term);
  });

  it('leaves other texts as they are', () => {
    expect(searchableText('Der Preis: 5 €')).toBe('Der Preis: 5 €');
    expect(searchableText('ﬁnd')).toBe('find');
  });

  it('keeps identifiers whole, with their parts', () => {
    expect(termsOf('Error ERR-4012 in foo_bar.ts?')).toEqual([
      'error',
      'err-4012',
      'err',
      '4012',
      'in',
      'foo_bar.ts',
      'foo',
      'bar',
      'ts',
    ]);
    expect(termsOf('the the THE')).toEqual(['the']);
    expect(termsOf(' ?! ')).toEqual([]);
  });

  it('is bounded', () => {
    const many = Array.from({ length: 500 }, (_, n) => `w${n}`).join(' ');
    expect(termsOf(many)).toHaveLength(64);
    expect(searchableQuery('😀'.repeat(2000)).isWellFormed()).toBe(true);
  });
});

describe('language', () => {
  it.each([
    ['en', 'english', 'The contract ends on the last day of March, unless it is renewed before.'],
    ['de', 'german', 'Der Vertrag endet am letzten Tag des Monats, wenn er nicht verlängert wird.'],
    ['fr', 'french', 'Le contrat se termine le dernier jour du mois, sauf s’il est renouvelé.'],
    ['es', 'spanish', 'El contrato termina el último día del mes, salvo que se renueve antes.'],
    ['ru', 'russian', 'Договор заканчивается в последний день месяца, если он не продлён.'],
    ['ja', 'simple', 'この契約は月の最後の日に終わります。'],
    ['zh', 'simple', '除非续签，否则合同在本月的最后一天结束。'],
    ['th', 'simple', 'สัญญาสิ้นสุดในวันสุดท้ายของเดือน'],
    ['ko', 'simple', '계약은 갱신되지 않는 한 이달 말일에 종료됩니다.'],
    [null, 'simple', '4012 - 77.3'],
    [null, 'simple', 'x1 y2'],
  ])('is %s (%s)', async (code, config, text) => {
    expect(await detectLanguage(text)).toBe(code);
    expect(searchConfig(code)).toBe(config);
  });

  it('is that of most of the text, whatever it begins with', async () => {
    const text = `Préface de l'auteur. ${'The river is long, and it flows through many countries. '.repeat(300)}`;
    expect(await detectLanguage(text)).toBe('en');
  });

  it('has a configuration for the languages of PostgreSQL', () => {
    expect(searchConfig('no')).toBe('norwegian');
    expect(searchConfig('pl')).toBe('simple');
    expect(searchConfig('other')).toBe('simple');
    expect(searchConfig(null)).toBe('simple');
  });
});
