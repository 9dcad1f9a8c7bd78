import fc from 'fast-check';
import { isObject } from '#core/json/is-object.ts';
import type { SchemaNode, TypeName } from '../../diff/schema/node.ts';
import { type Conjunction, itemSchemas, propertySchemas, waysOf } from '../../diff/values/atoms.ts';
import { type Call, keyOf, withValue } from '../call.ts';
import type { Case } from '../cases/case.ts';
import { parameterExpectation, parameterKeywords } from '../cases/parameter-cases.ts';
import type { Problem } from '../judge.ts';
import { isJsonType } from '../model.ts';
import { acceptsInvalid, toleratedFor } from '../run-case.ts';
import { isSuccess, type Session } from '../session.ts';
import type { Base } from '../world.ts';

interface RandomOptions {
  seed: number;
  runs: number;
}

/** Groups findings by operation, since the place is random here. */
const REPORTED_ONCE: readonly Problem['rule'][] = [
  'accepts-invalid',
  'server-error',
  'no-response',
];
const MOST_FOUND = 3;

/** Random requests, valid and invalid; a failing one is reduced as far as possible. */
export async function checkRandomly(
  session: Session,
  base: Base,
  { seed, runs }: RandomOptions,
): Promise<void> {
  const { parameters, body } = base.call.operation;
  // Without anything to vary, all requests would be the same.
  if (!body && !parameters.some(({ place }) => place === 'query')) return;
  const requests = requestsLike(base, session);
  for (let round = 0; round < MOST_FOUND && !session.isOver(); round += 1) {
    const result = await fc.check(
      fc.asyncProperty(requests, async (call) => (await newProblems(session, call)).length === 0),
      { seed, numRuns: runs, endOnFailure: false, interruptAfterTimeLimit: 5000 },
    );
    const [call] = result.counterexample ?? [];
    if (!call) return;
    const found = await newProblems(session, call);
    for (const { problem, outcome } of found) session.record(problem, call, outcome);
    if (found.length === 0) return;
  }
}

async function newProblems(session: Session, call: Call) {
  if (session.isOver()) return [];
  const each = classified(session, call);
  const situation = { what: each.what, site: each.site, tolerated: toleratedFor(each) };
  const probed = await session.probe(call, situation);
  if (!probed) return [];
  const { outcome } = probed;
  const problems = [...probed.problems];
  if (each.expect === 'invalid' && !each.formats && isSuccess(outcome))
    problems.push(acceptsInvalid(each, outcome));
  return problems
    .filter((problem) =>
      REPORTED_ONCE.includes(problem.rule)
        ? !session.hasRule(call.operation, problem.rule)
        : !session.isKnown(call.operation, problem),
    )
    .map((problem) => ({ problem, outcome }));
}

/** What the contract says about a random request. */
function classified({ validator }: Session, call: Call): Case {
  const { operation, body } = call;
  for (const parameter of operation.parameters) {
    const value = call.values.get(keyOf(parameter));
    if (value === undefined) continue;
    if (parameterExpectation(parameter, value, validator) !== 'invalid') continue;
    const keywords = parameterKeywords(parameter, value, validator);
    const what = `${parameter.place} parameter “${parameter.name}”: ${JSON.stringify(value)?.slice(0, 80)} (${keywords.join(', ')})`;
    const isPath = parameter.place === 'path';
    const formats = keywords.includes('format') ? { formats: ['any'] } : {};
    return { call, expect: 'invalid', what, site: 'random', keywords, isPath, ...formats };
  }
  const content = operation.body?.contents.find(({ type }) => type === body?.type);
  if (content && body && validator.judge(content.node, body.value) === 'invalid') {
    const keywords = validator.keywords(content.node, body.value);
    const violation = validator.violation(content.node, body.value);
    const place = violation?.place ? ` “${violation.place}”` : '';
    const formats = keywords.includes('format') ? { formats: ['any'] } : {};
    const what = `body${place}: ${violation?.message ?? keywords.join(', ')}`;
    return { call, expect: 'invalid', what, site: 'random', keywords, ...formats };
  }
  const query = call.operation.parameters
    .filter((one) => one.place === 'query' && call.values.has(keyOf(one)))
    .map((one) => `${one.name}=${JSON.stringify(call.values.get(keyOf(one)))?.slice(0, 60)}`);
  const what = ['a random request', ...query].join(' ');
  return { call, expect: 'odd', what, site: 'random' };
}

function requestsLike({ call, content }: Base, session: Session): fc.Arbitrary<Call> {
  const { sampler, validator } = session;
  const parameters = call.operation.parameters.filter(
    ({ place, name }) => place === 'query' && !/cursor/i.test(name),
  );
  const values = parameters.map((parameter) =>
    fc.option(valuesFor([parameter.node], sampler, 1), { nil: undefined, freq: 2 }),
  );
  const body =
    content && isJsonType(content.type) && call.body
      ? bodiesLike(call.body.value, content.node, sampler)
      : fc.constant(undefined);
  return fc.tuple(fc.tuple(...values), body).map(([chosen, value]) => {
    let made = call;
    parameters.forEach((parameter, index) => {
      if (chosen[index] === undefined) return;
      const changed = withValue(made, keyOf(parameter), chosen[index]);
      const isFine = parameterExpectation(parameter, chosen[index], validator) !== 'odd';
      if (isFine) made = changed;
    });
    if (value === undefined || !content) return made;
    return { ...made, body: { type: content.type, value: value.body } };
  });
}

type Sampler = Session['sampler'];

/** The usual body with some parts randomised; now and then something else altogether. */
function bodiesLike(
  usual: unknown,
  node: SchemaNode,
  sampler: Sampler,
): fc.Arbitrary<{ body: unknown }> {
  const whole = valuesFor([node], sampler, 0);
  if (!isObject(usual)) return whole.map((body) => ({ body }));
  const [atoms = []] = waysOf([node]);
  const declared = atoms.flatMap((one) => [...one.properties.keys()]);
  const names = [...new Set([...declared, '__proto__', 'constructor', 'toString', ''])];
  const parts = fc.record(
    Object.fromEntries(
      names.map((name) => [name, valuesFor(propertySchemas(atoms, name) ?? [], sampler, 1)]),
    ),
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 3, arbitrary: parts.map((some) => ({ body: { ...usual, ...some } })) },
    { weight: 1, arbitrary: whole.map((body) => ({ body })) },
  );
}

const LONG = 'x'.repeat(3000);
const ODD = [null, '', ' ', '\u0000', '😀', 0, -1, 2 ** 53, 1e308, true, [], {}, [[]], LONG];

function valuesFor(schemas: Conjunction, sampler: Sampler, depth: number): fc.Arbitrary<unknown> {
  const known = sampler.generator.values(schemas, []).slice(0, 60);
  const options: fc.WeightedArbitrary<unknown>[] = [
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...ODD) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  ];
  if (known.length > 0) options.push({ weight: 4, arbitrary: fc.constantFrom(...known) });
  const [atoms] = waysOf(schemas);
  if (atoms && depth < 4) options.push(...byType(atoms, sampler, depth));
  return fc.oneof(...options);
}

function byType(
  atoms: Conjunction,
  sampler: Sampler,
  depth: number,
): fc.WeightedArbitrary<unknown>[] {
  const inside = (schemas: Conjunction) => valuesFor(schemas, sampler, depth + 1);
  const minLength = Math.max(0, ...atoms.map((node) => node.minLength ?? 0));
  const maxLength = Math.min(400, ...atoms.map((node) => node.maxLength ?? 400));
  const items = itemSchemas(atoms, 0);
  const names = [...new Set(atoms.flatMap((node) => [...node.properties.keys()]))].slice(0, 20);
  const required = new Set(atoms.flatMap((node) => node.required));
  const makers: Partial<Record<TypeName, () => fc.Arbitrary<unknown> | undefined>> = {
    string: () =>
      minLength <= maxLength ? fc.string({ unit: 'grapheme', minLength, maxLength }) : undefined,
    integer: () => fc.integer(),
    number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
    array: () => items && fc.array(inside(items), { maxLength: 4 }),
    object: () => {
      const parts: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        names.map((name) => [name, inside(propertySchemas(atoms, name) ?? [])]),
      );
      return fc.record(parts, { requiredKeys: names.filter((name) => required.has(name)) });
    },
  };
  return Object.entries(makers).flatMap(([type, make]) => {
    const isAllowed = atoms.some((node) => node.types?.includes(type as TypeName));
    const arbitrary = isAllowed ? make() : undefined;
    return arbitrary ? [{ weight: 2, arbitrary }] : [];
  });
}
