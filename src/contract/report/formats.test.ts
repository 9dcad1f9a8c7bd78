import { describe, expect, it } from 'vitest';
import { type Finding, fingerprint, type Report } from './finding.ts';
import { renderer } from './formats.ts';

const nasty = 'a "b" <c> & |d| `e` %0A\n::error::x';
const finding: Finding = {
  level: 'error',
  rule: 'field-removed',
  message: nasty,
  operation: 'GET /a,b:c',
  side: 'response',
  pointer: '/components/schemas/A/properties/x',
  place: { file: 'openapi/a,b.yaml', line: 7 },
  details: [{ label: 'example:', text: '{"x":"`|"}' }],
  fingerprint: fingerprint('field-removed'),
};
const report: Report = {
  name: 'diff',
  title: 'The contract is breaking',
  summary: 'breaking: 1 breaking.',
  findings: [finding],
};
const shown = (format: string, given = report) => renderer(format)?.(given) ?? '';

const shared = (count: number): Report => ({
  ...report,
  findings: Array.from({ length: count }, (_, i) => ({ ...finding, operation: `GET /${i}` })),
});

describe('a report', () => {
  it('rejects unknown formats', () => {
    expect(renderer('pdf')).toBeUndefined();
    expect(renderer('toString')).toBeUndefined();
  });

  it('prints text with file and line', () => {
    expect(shown('text')).toContain('field-removed at openapi/a,b.yaml:7  /components');
    expect(shown('text')).toContain('example: {"x":"`|"}');
  });

  it('reports one cause once, with the affected operations', () => {
    expect(shown('text', shared(44))).toMatch(
      /^GET \/0, GET \/1, GET \/2 … and 41 more operations\n/,
    );
    expect(shown('markdown', shared(44))).toContain('`GET /2` … and 41 more operations');
    expect(shown('text', shared(4))).toContain('GET /2, GET /3');
    expect(JSON.parse(shown('json', shared(44))).findings).toHaveLength(44);
  });

  it('keeps a markdown table intact', () => {
    const row = shown('markdown')
      .split('\n')
      .find((line) => line.includes('field-removed'));
    expect(row).toContain('a "b" &lt;c> &amp; \\|d\\| \\`e\\` %0A<br>::error::x');
    expect(row).toContain('``{"x":"`\\|"}``');
  });

  it('writes XML that preserves the text', () => {
    const xml = shown('junit', {
      ...report,
      findings: [{ ...finding, message: `${nasty} \u0000\u001b\ud800` }],
      passed: ['GET /b'],
    });
    expect(xml).toContain('<testsuite name="diff" tests="2" failures="1">');
    expect(xml).toContain('a &quot;b&quot; &lt;c&gt; &amp; |d|');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(xml).not.toMatch(/[\u0000\u001b]/);
    expect(xml).toContain('&#10;::error::x');
  });

  it('writes one workflow command per cause, on one line, whatever the text contains', () => {
    const lines = shown('github', shared(44)).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(
      '::error file=openapi/a%2Cb.yaml,line=7,title=contract diff%3A field-removed::' +
        'response: a "b" <c> & |d| `e` %250A%0A::error::x%0A' +
        'GET /0, GET /1, GET /2 … and 41 more operations%0Aexample: {"x":"`|"}',
    );
  });
});
