import { ASSUMED_SUPPORT } from '#domain/model/endpoint.ts';
import type { ServerEndpoint } from '#domain/model/model.port.ts';
import type { Model } from '#generated/model/index.ts';
import type { Scenario } from '../scenarios.ts';

const { sandbox: all } = ASSUMED_SUPPORT;
const reasoning = { ...all, temperature: false, stop: false, penalties: false };

const endpoint = (id: string, name: string) => ({ id, name, problem: null });

/** The models of the mocks. Whichever is called, the output comes from `run/pretend-model.ts`. */
export const MODELS: readonly Model[] = [
  {
    id: 'sandbox/sandbox',
    name: 'Sandbox (no real model)',
    provider: 'sandbox',
    endpoint: endpoint('sandbox', 'Sandbox'),
    context_window: 128_000,
    max_output_tokens: 4096,
    input_price: 0,
    output_price: 0,
    supports: all,
    available: true,
    unavailable_reason: null,
  },
  {
    id: 'openai/gpt-5-mini',
    name: 'GPT-5 mini',
    provider: 'openai',
    endpoint: endpoint('openai', 'OpenAI'),
    context_window: 400_000,
    max_output_tokens: 128_000,
    input_price: 250_000,
    output_price: 2_000_000,
    supports: reasoning,
    available: true,
    unavailable_reason: null,
  },
  {
    id: 'openai/gpt-5',
    name: 'GPT-5',
    provider: 'openai',
    endpoint: endpoint('openai', 'OpenAI'),
    context_window: 400_000,
    max_output_tokens: 128_000,
    input_price: 1_250_000,
    output_price: 10_000_000,
    supports: reasoning,
    available: true,
    unavailable_reason: null,
  },
  {
    id: 'anthropic/claude-sonnet-4-5',
    name: 'Claude Sonnet 4.5',
    provider: 'anthropic',
    endpoint: endpoint('anthropic', 'Anthropic'),
    context_window: 200_000,
    max_output_tokens: 64_000,
    input_price: 3_000_000,
    output_price: 15_000_000,
    supports: ASSUMED_SUPPORT.anthropic,
    available: false,
    unavailable_reason: 'Set ANTHROPIC_API_KEY on the server to use this model.',
  },
  {
    id: 'compatible/llama-3.3-70b',
    name: 'llama-3.3-70b',
    provider: 'compatible',
    endpoint: endpoint('compatible', 'OpenAI-compatible'),
    context_window: null,
    max_output_tokens: null,
    input_price: null,
    output_price: null,
    supports: { ...all, tools: false, images: false, files: false },
    available: true,
    unavailable_reason: null,
  },
];

const FAMILIES = ['llama', 'qwen', 'mistral', 'gemma', 'deepseek'];

/** As many models as a gateway such as OpenRouter lists, and an endpoint that doesn't respond. */
function manyModels(): Model[] {
  const base = { input_price: null, output_price: null, max_output_tokens: null, supports: all };
  const gateway = Array.from({ length: 500 }, (_, at): Model => {
    const family = FAMILIES[at % FAMILIES.length] ?? '';
    return {
      ...base,
      id: `gateway/${family}-${at + 1}`,
      name: `${family}-${at + 1}`,
      provider: 'compatible',
      endpoint: endpoint('gateway', 'Gateway'),
      context_window: 8192 * (1 + (at % 16)),
      input_price: 10_000 * (at + 1),
      output_price: 30_000 * (at + 1),
      available: true,
      unavailable_reason: null,
    };
  });
  const silent: Model = {
    ...base,
    id: 'ollama/llama3.2',
    name: 'llama3.2',
    provider: 'compatible',
    endpoint: {
      id: 'ollama',
      name: 'Ollama',
      problem:
        'Ollama is unreachable (ECONNREFUSED). Check base_url of endpoint ollama and that the server is running.',
    },
    context_window: 131_072,
    available: true,
    unavailable_reason: null,
  };
  return [...gateway, silent];
}

/** The models of a scenario. */
export function modelsOf(scenario: Scenario): Model[] {
  return structuredClone([...MODELS, ...(scenario === 'large' ? manyModels() : [])]);
}

const ADDRESSES: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  compatible: 'http://localhost:8080/v1',
  gateway: 'https://models.example.com/v1',
  ollama: 'http://localhost:11434/v1',
};

/** The endpoints of the models that can be called. */
export function endpointsOf(models: readonly Model[]): ServerEndpoint[] {
  const callable = models.filter(({ available }) => available);
  const endpoints = new Map(callable.map((model) => [model.endpoint.id, model]));
  return [...endpoints.values()].map(({ endpoint: { id, name, problem }, provider }) => ({
    id,
    name,
    provider,
    is_own: false,
    base_url: ADDRESSES[id] ?? null,
    problem,
    checked_at: null,
    chat_models: callable.filter((model) => model.endpoint.id === id).length,
    embedding_models: 0,
  }));
}
