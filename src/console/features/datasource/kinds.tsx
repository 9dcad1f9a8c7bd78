import {
  IconBrandGithub,
  IconBrandGoogleDrive,
  IconBrandNotion,
  IconBucket,
  IconRss,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type {
  Datasource,
  DatasourceConfig,
  DatasourceInterval,
  DatasourceKind,
} from '#generated/model/index.ts';

interface Kind {
  label: string;
  /** The name within a sentence. */
  noun: string;
  icon: ReactNode;
  /** The items that become documents. */
  about: string;
  /** Whether its folders can be browsed. */
  isBrowsable: boolean;
  /** Whether it uses entered credentials, as opposed to OAuth or none. */
  credentials: 'required' | 'optional' | 'none';
}

/** The kinds of data sources, in display order. */
export const KINDS: Readonly<Record<DatasourceKind, Kind>> = {
  website: {
    label: 'Website',
    noun: 'website',
    icon: <IconWorld />,
    about: 'The pages of a site',
    isBrowsable: false,
    credentials: 'none',
  },
  google_drive: {
    label: 'Google Drive',
    noun: 'Google Drive',
    icon: <IconBrandGoogleDrive />,
    about: 'Folders and files of an account',
    isBrowsable: true,
    credentials: 'none',
  },
  notion: {
    label: 'Notion',
    noun: 'Notion pages',
    icon: <IconBrandNotion />,
    about: 'Pages shared with an integration',
    isBrowsable: true,
    credentials: 'required',
  },
  github: {
    label: 'GitHub',
    noun: 'GitHub repository',
    icon: <IconBrandGithub />,
    about: 'Files of a repository',
    isBrowsable: true,
    credentials: 'optional',
  },
  s3: {
    label: 'S3-compatible bucket',
    noun: 'S3-compatible bucket',
    icon: <IconBucket />,
    about: 'Files at Amazon S3, MinIO, R2 and others',
    isBrowsable: true,
    credentials: 'required',
  },
  rss: {
    label: 'RSS feed',
    noun: 'RSS feed',
    icon: <IconRss />,
    about: 'Entries of an RSS or Atom feed',
    isBrowsable: false,
    credentials: 'none',
  },
};

export const INTERVALS: Readonly<Record<DatasourceInterval, string>> = {
  manual: 'Only by hand',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
};

/** The line below a source's name: its location, or its kind if the location is its name. */
export function detailOf({ name, config }: Datasource): string {
  const place = placeOf(config);
  return place === name ? KINDS[config.kind].label : place;
}

/** A source's location in one line: `docs.example.com/guides`, `octocat/handbook (main)`. */
export function placeOf(config: DatasourceConfig): string {
  switch (config.kind) {
    case 'website':
    case 'rss':
      return config.url.replace(/^https?:\/\//, '').replace(/\/$/, '');
    case 's3':
      return [config.bucket, config.prefix].filter(Boolean).join('/');
    case 'github':
      return config.branch ? `${config.repository} (${config.branch})` : config.repository;
    case 'google_drive':
      return partsText(config.roots, 'My Drive', 'folders and files');
    case 'notion':
      return partsText(config.pages, 'All shared pages', 'pages and what is in them');
  }
}

function partsText(parts: readonly string[] | undefined, all: string, noun: string): string {
  return parts && parts.length > 0 ? `${parts.length} ${noun}` : all;
}
