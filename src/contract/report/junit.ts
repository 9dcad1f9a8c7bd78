import { countOf, type Finding, type Report } from './finding.ts';
import { groupFindings, listOperations } from './group.ts';
import { sentence } from './text.ts';

/** For CI servers: an error becomes a failed test case, a warning a passing one with output. */
export function junit({ name, title, findings, passed = [] }: Report): string {
  const groups = groupFindings(findings);
  const failures = countOf(
    groups.map((group) => group.finding),
    'error',
  );
  const cases = groups.map((group) => {
    const { finding } = group;
    const head = `    <testcase classname=${quoted(listOperations(group) || name)} name=${quoted(sentence(finding))}`;
    const place = finding.place
      ? ` file=${quoted(finding.place.file)} line="${finding.place.line}"`
      : '';
    const body = xml(bodyOf(finding, group.operations));
    if (finding.level !== 'error')
      return `${head}${place}>\n      <system-out>${body}</system-out>\n    </testcase>`;
    return `${head}${place}>\n      <failure type=${quoted(finding.rule)} message=${quoted(sentence(finding))}>${body}</failure>\n    </testcase>`;
  });
  const fine = passed.map(
    (each) => `    <testcase classname=${quoted(name)} name=${quoted(each)}/>`,
  );
  // Many readers treat an empty suite as an error.
  if (cases.length + fine.length === 0)
    fine.push(`    <testcase classname=${quoted(name)} name=${quoted(title)}/>`);
  const tests = cases.length + fine.length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract" tests="${tests}" failures="${failures}">`,
    `  <testsuite name=${quoted(name)} tests="${tests}" failures="${failures}">`,
    ...cases,
    ...fine,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

function bodyOf({ rule, pointer, details = [] }: Finding, operations: string[]): string {
  const lines = [
    `${rule}${pointer ? ` at ${pointer}` : ''}`,
    ...operations,
    ...details.map(({ label, text }) => `${label} ${text}`),
  ];
  return lines.join('\n');
}

function quoted(text: string): string {
  return `"${xml(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`;
}

/** XML 1.0 cannot represent most control characters or lone surrogates. */
function xml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}
