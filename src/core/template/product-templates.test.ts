import { describe, expect, it } from 'vitest';
import { checkProblems, runCheck } from '../evaluation/checks.ts';
import { compilePrompt } from '../prompt/compile.ts';
import { parsePrompt, variablesOf } from '../prompt/parse.ts';
import { meansPassages } from '../prompt/passages-place.ts';
import { checkDefinition, type KnownModel } from '../task/definition/definition.ts';
import { checkInputs } from '../task/input/inputs.ts';
import { renderInputs } from '../task/input/render.ts';
import { checkTemplate } from './check-template.ts';
import { findProductTemplates, productTemplate, TEMPLATES } from './product-templates.ts';
import { inputsFromExamples } from './write-template.ts';

describe.each(TEMPLATES.map((template) => [template.id, template] as const))(
  '%s',
  (id, template) => {
    const { definition, tags } = template;
    const { retrieval } = definition;
    const ready = {
      ...definition,
      model_id: 'm',
      ...(retrieval && { retrieval: { ...retrieval, collection_ids: ['collection_1'] } }),
    };

    it('can be saved as a revision, with a collection if it searches any', () => {
      expect(checkDefinition(ready)).toEqual([]);
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(tags.length).toBeGreaterThan(0);
    });

    it('describes its variables, gives each an example and uses each', () => {
      const prompts = definition.system_prompt + definition.user_prompt;
      const names = variablesOf(parsePrompt(prompts));
      const used = [...names].filter((name) => !meansPassages(definition, name));
      expect(used.sort()).toEqual(definition.variables.map(({ name }) => name).sort());
      for (const variable of definition.variables) {
        expect(variable.description, variable.name).toBeTruthy();
        expect(variable.example, variable.name).toBeTruthy();
      }
      for (const field of definition.output_format.fields ?? []) {
        expect(field.description, field.name).toBeTruthy();
      }
    });

    it('has samples with checks, one of them with harder inputs', () => {
      const { sample, more_samples } = productTemplate(id, 'm') ?? {};
      expect(checkProblems(template.checks)).toEqual([]);
      expect(template.checks.length).toBeGreaterThan(0);
      expect(more_samples?.length).toBeGreaterThan(0);
      for (const { inputs, output, output_valid, checks } of [
        sample,
        ...(more_samples ?? []),
      ].filter((one) => one != null)) {
        const strict = { strict: definition.strict_inputs };
        expect(strict).toEqual({ strict: true });
        expect(checkInputs(definition.variables, inputs, strict).errors).toEqual([]);
        expect(output_valid, JSON.stringify(output)).toBe(true);
        const response = { output, valid: output_valid, latency_ms: 900, cost: 100 };
        const results = template.checks.map((check) => runCheck(check as never, response, output));
        expect(results).toEqual(checks);
      }
    });

    it('has a sample with valid inputs and output', () => {
      const inputs = inputsFromExamples(definition.variables);
      const { values, errors } = checkInputs(definition.variables, inputs);
      expect(errors).toEqual([]);
      const filled = { ...renderInputs(values), ...(retrieval && { passages: '' }) };
      expect(compilePrompt(definition.user_prompt, filled)).not.toMatch(/\{\w+\}/);
      expect(productTemplate(id, 'm')?.sample?.output_valid).toBe(true);
      const sample = { inputs, output: template.output };
      expect(checkTemplate({ name: 'x', definition: ready, sample }, known)).toEqual([]);
    });
  },
);

const known: KnownModel[] = [
  {
    id: 'm',
    supports: {
      streaming: true,
      structured_output: true,
      temperature: true,
      tools: true,
      images: true,
      files: true,
      stop: true,
      seed: true,
      penalties: true,
      reasoning: true,
    },
  },
];

it('there are at least 16, each with its own id and name', () => {
  expect(TEMPLATES.length).toBeGreaterThanOrEqual(16);
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
  expect(new Set(TEMPLATES.map(({ name }) => name)).size).toBe(TEMPLATES.length);
});

it('are found by words in name, description and tags, and by tag', () => {
  expect(findProductTemplates({ q: 'SQL question' }).map(({ id }) => id)).toEqual(['sql']);
  expect(findProductTemplates({ tag: 'HR' }).map(({ id }) => id)).toEqual(['resume-screening']);
  expect(findProductTemplates({ q: 'nothing-like-this' })).toEqual([]);
  expect(findProductTemplates({})).toHaveLength(TEMPLATES.length);
});

it('a template of an organisation must be complete, with a valid sample', () => {
  const { definition, output } = TEMPLATES[1] as (typeof TEMPLATES)[number];
  const ready = { ...definition, model_id: 'm' };
  const inputs = inputsFromExamples(ready.variables);
  const pointers = (sample: { inputs: object; output: unknown }, tags = ['a']) =>
    checkTemplate({ name: 'x', tags, definition: ready, sample: sample as never }, known).map(
      ({ pointer }) => pointer,
    );
  expect(pointers({ inputs, output })).toEqual([]);
  expect(pointers({ inputs: {}, output })).toEqual(['/sample/inputs/message']);
  expect(pointers({ inputs, output: { ...(output as object), urgency: 'never' } })).toEqual([
    '/sample/output/urgency',
  ]);
  expect(pointers({ inputs, output }, ['a', ' A'])).toEqual(['/tags/1']);
  expect(checkTemplate({ name: 'x', definition }, known)).toHaveLength(1);
});
