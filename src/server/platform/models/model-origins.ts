import type { ModelProvider } from '#generated/model/index.ts';
import type { ModelSettings } from './model-settings.ts';

/** The hosts to which the catalogue's prices apply. */
const VENDORS: Partial<Record<ModelProvider, RegExp>> = {
  openai: /(^|\.)openai\.com$/,
  anthropic: /(^|\.)anthropic\.com$/,
};

/** Whether a provider's models are called at an endpoint other than the vendor's. */
export function isElsewhere(provider: ModelProvider, settings: ModelSettings): boolean {
  if (provider === 'compatible') return true;
  const base = {
    openai: settings.openaiBaseUrl,
    anthropic: settings.anthropicBaseUrl,
    sandbox: '',
  };
  const url = base[provider];
  return Boolean(url && !VENDORS[provider]?.test(new URL(url).hostname));
}
