/** Vendors that are called at an address of their own unless another one is given. */
export const VENDOR_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
} as const;
