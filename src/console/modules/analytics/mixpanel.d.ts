/** The build without session recording: 36 kB instead of 130. It ships no types. */
declare module 'mixpanel-browser/src/loaders/loader-module-core' {
  import type { OverridedMixpanel } from 'mixpanel-browser';

  const mixpanel: OverridedMixpanel;
  // biome-ignore lint/style/noDefaultExport: the package uses a default export
  export default mixpanel;
}
