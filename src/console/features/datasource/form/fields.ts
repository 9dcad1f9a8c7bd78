import {
  githubConfigBranchMax,
  githubConfigRepositoryMax,
} from '#generated/model/githubConfig.zod.ts';
import type { DatasourceKind } from '#generated/model/index.ts';
import { rssConfigUrlMax } from '#generated/model/rssConfig.zod.ts';
import {
  s3ConfigBucketMax,
  s3ConfigEndpointMax,
  s3ConfigPrefixMax,
  s3ConfigRegionMax,
} from '#generated/model/s3Config.zod.ts';
import {
  websiteConfigDepthMax,
  websiteConfigDepthMin,
  websiteConfigPageLimitMax,
  websiteConfigUrlMax,
} from '#generated/model/websiteConfig.zod.ts';

interface Labels {
  /** The key in the configuration. */
  name: string;
  label: string;
  description?: string;
  placeholder?: string;
  /** Whether it is an advanced setting. */
  isAdvanced?: boolean;
}

/** A field of a source's configuration. The limits are the contract's. */
export type Field = Labels &
  (
    | { type: 'text' | 'address'; max: number; isRequired?: boolean }
    | { type: 'number'; min: number; max: number; initial: number }
    // One value per line.
    | { type: 'lines' }
    | { type: 'switch'; initial: boolean }
    | { type: 'choice'; options: readonly { value: string; label: string }[] }
  );

const include: Field = {
  name: 'include',
  label: 'Only paths that match',
  description: 'One pattern per line. ** stands for any folders.',
  placeholder: 'docs/**',
  type: 'lines',
};
const exclude: Field = {
  name: 'exclude',
  label: 'Leave out',
  description: 'One pattern per line.',
  placeholder: 'docs/drafts/**',
  type: 'lines',
};

/** The fields of each kind of source, in display order. */
export const FIELDS: Readonly<Record<DatasourceKind, readonly Field[]>> = {
  website: [
    {
      name: 'url',
      label: 'Address',
      placeholder: 'https://docs.example.com',
      type: 'address',
      max: websiteConfigUrlMax,
      isRequired: true,
    },
    { ...include, placeholder: '/guides/**' },
    { ...exclude, placeholder: '/blog/**' },
    {
      name: 'depth',
      label: 'Depth',
      description: 'Links away from the start',
      type: 'number',
      min: websiteConfigDepthMin,
      max: websiteConfigDepthMax,
      initial: 5,
      isAdvanced: true,
    },
    {
      name: 'page_limit',
      label: 'Page limit',
      description: 'Pages to read at most',
      type: 'number',
      min: 1,
      max: websiteConfigPageLimitMax,
      initial: 500,
      isAdvanced: true,
    },
    {
      name: 'use_sitemap',
      label: 'Read the pages that its sitemaps list',
      type: 'switch',
      initial: true,
      isAdvanced: true,
    },
    {
      name: 'subdomains',
      label: 'Include subdomains',
      type: 'switch',
      initial: false,
      isAdvanced: true,
    },
  ],
  s3: [
    { name: 'bucket', label: 'Bucket', type: 'text', max: s3ConfigBucketMax, isRequired: true },
    {
      name: 'endpoint',
      label: 'Endpoint',
      description: 'Leave empty for Amazon S3.',
      placeholder: 'https://s3.example.com',
      type: 'address',
      max: s3ConfigEndpointMax,
    },
    {
      name: 'region',
      label: 'Region',
      placeholder: 'us-east-1',
      type: 'text',
      max: s3ConfigRegionMax,
    },
    {
      name: 'prefix',
      label: 'Prefix',
      description: 'Only files whose keys begin with it.',
      placeholder: 'policies/',
      type: 'text',
      max: s3ConfigPrefixMax,
    },
    { ...include, isAdvanced: true },
    { ...exclude, isAdvanced: true },
    {
      name: 'path_style',
      label: 'Bucket in the path',
      description: 'By default, with an endpoint of your own.',
      type: 'choice',
      options: [
        { value: '', label: 'Default' },
        { value: 'true', label: 'Always' },
        { value: 'false', label: 'Never' },
      ],
      isAdvanced: true,
    },
  ],
  google_drive: [
    {
      name: 'roots',
      label: 'Folders and files',
      description: 'One ID per line, as in their address. Leave empty for My Drive.',
      placeholder: '1AbCdEfGhIjKlMnOpQrStUvWxYz',
      type: 'lines',
    },
    { ...include, isAdvanced: true },
    { ...exclude, isAdvanced: true },
  ],
  notion: [
    {
      name: 'pages',
      label: 'Pages',
      description:
        'One address or ID of a page or database per line. Leave empty for everything that is shared with the integration.',
      type: 'lines',
    },
  ],
  github: [
    {
      name: 'repository',
      label: 'Repository',
      placeholder: 'octocat/handbook',
      type: 'text',
      max: githubConfigRepositoryMax,
      isRequired: true,
    },
    {
      name: 'branch',
      label: 'Branch',
      description: 'Leave empty for the default branch.',
      type: 'text',
      max: githubConfigBranchMax,
    },
    include,
    exclude,
  ],
  rss: [
    {
      name: 'url',
      label: 'Address of the feed',
      placeholder: 'https://example.com/feed.xml',
      type: 'address',
      max: rssConfigUrlMax,
      isRequired: true,
    },
    {
      name: 'content',
      label: 'Content',
      type: 'choice',
      options: [
        { value: 'entry', label: 'The text in the feed' },
        { value: 'page', label: 'The pages that it links to' },
      ],
    },
  ],
};
