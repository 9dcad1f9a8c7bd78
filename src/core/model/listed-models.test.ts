import { describe, expect, it } from 'vitest';
import { LISTED_MAX, readLiteLlmInfo, readModelList } from './listed-models.ts';
import { typeByName } from './offered-model.ts';

const listOf = (...data: object[]) => readModelList({ object: 'list', data });

describe('the list of an endpoint', () => {
  it('of OpenRouter states sizes, prices and capabilities', () => {
    const [model, free, image] =
      listOf(
        {
          id: 'meta-llama/llama-3.3-70b',
          name: 'Meta: Llama 3.3 70B',
          context_length: 131_072,
          architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
          pricing: { prompt: '0.00000013', completion: '0.0000004' },
          top_provider: { max_completion_tokens: 16_384 },
          supported_parameters: ['tools', 'temperature', 'stop', 'seed'],
        },
        { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } },
        { id: 'a/painter', architecture: { output_modalities: ['image'] } },
      ) ?? [];
    expect(model).toEqual({
      name: 'meta-llama/llama-3.3-70b',
      type: 'chat',
      title: 'Meta: Llama 3.3 70B',
      context_window: 131_072,
      max_output_tokens: 16_384,
      input_price: 130_000,
      output_price: 400_000,
      supports: {
        tools: true,
        structured_output: false,
        temperature: true,
        stop: true,
        seed: true,
        penalties: false,
        reasoning: false,
        images: true,
        files: false,
      },
    });
    expect(free).not.toHaveProperty('input_price');
    expect(image).toBeUndefined();
  });

  it('of vLLM, llama.cpp, Groq and Mistral states the context size', () => {
    expect(listOf({ id: 'qwen', max_model_len: 32_768 })?.[0]).toMatchObject({
      context_window: 32_768,
    });
    const llama = readModelList({
      models: [{ name: 'm.gguf', capabilities: ['completion', 'multimodal'] }],
      data: [{ id: 'm.gguf', meta: { n_ctx: 8192, n_ctx_train: 131_072, n_params: 1 } }],
    });
    expect(llama?.[0]).toMatchObject({
      context_window: 8192,
      supports: { images: true, files: false },
    });
    expect(listOf({ id: 'g', context_window: 131_072, max_completion_tokens: 8192 })?.[0]).toEqual(
      expect.objectContaining({ context_window: 131_072, max_output_tokens: 8192 }),
    );
    const mistral = {
      id: 'mistral-small',
      max_context_length: 131_072,
      capabilities: { completion_chat: true, function_calling: true, vision: false },
    };
    expect(listOf(mistral)?.[0]).toMatchObject({
      context_window: 131_072,
      supports: { tools: true, images: false },
    });
  });

  it('of Together is not in an object, and has prices per million tokens', () => {
    const [model] = readModelList([
      { id: 'x', type: 'chat', pricing: { input: 0.18, output: 0.59 }, context_length: 4096 },
    ]) ?? [undefined];
    expect(model).toMatchObject({ input_price: 180_000, output_price: 590_000 });
  });

  it('is completed by what LiteLLM states about its models', () => {
    const info = readLiteLlmInfo({
      data: [
        {
          model_name: 'fast',
          model_info: {
            mode: 'chat',
            max_input_tokens: 128_000,
            max_output_tokens: 16_384,
            input_cost_per_token: 1.5e-7,
            output_cost_per_token: 6e-7,
            supports_function_calling: true,
            supports_vision: null,
          },
        },
        { model_name: 'vectors', model_info: { mode: 'embedding', input_cost_per_token: 2e-8 } },
      ],
    });
    expect(info.get('fast')).toMatchObject({
      input_price: 150_000,
      output_price: 600_000,
      context_window: 128_000,
      supports: { tools: true },
    });
    expect(info.get('vectors')).toMatchObject({ type: 'embedding', input_price: 20_000 });
  });

  it('may contain anything, and is limited', () => {
    expect(readModelList({ error: 'no' })).toBeUndefined();
    expect(readModelList('<html>')).toBeUndefined();
    expect(listOf(null as never, { id: 7 }, { id: '' }, { id: 'a'.repeat(500) })).toEqual([]);
    expect(listOf({ id: 'a', context_length: 1e30, pricing: { prompt: {} } })?.[0]).toEqual(
      expect.objectContaining({ name: 'a', context_window: undefined }),
    );
    const many = Array.from({ length: 5000 }, (_, at) => ({ id: `m${at}` }));
    expect(listOf(...many)).toHaveLength(LISTED_MAX);
  });
});

describe('a type', () => {
  it.each([
    ['nomic-embed-text', 'embedding'],
    ['text-embedding-3-small', 'embedding'],
    ['BAAI/bge-m3', 'embedding'],
    ['intfloat/e5-large-v2', 'embedding'],
    ['sentence-transformers/all-MiniLM-L6-v2', 'embedding'],
    ['llama-3.3-70b', 'chat'],
    ['gpt-4o-mini', 'chat'],
    ['mistral-large', 'chat'],
    ['whisper-1', null],
    ['bge-reranker-v2', null],
    ['tts-1-hd', null],
  ])('is guessed from the name %s', (name, type) => {
    expect(typeByName(name)).toBe(type);
  });
});
