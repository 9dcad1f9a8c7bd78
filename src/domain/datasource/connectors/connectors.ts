import type { Connector } from './connector.ts';
import { type FeedConfig, feed } from './feed.ts';
import { type GithubAddresses, type GithubConfig, github } from './github.ts';
import { type DriveConfig, googleDrive } from './google-drive/google-drive.ts';
import type { GoogleSettings } from './google-drive/google-oauth.ts';
import { type NotionConfig, notion } from './notion/notion.ts';
import { type S3Config, s3 } from './s3.ts';
import type { WebsiteConfig } from './website/scope.ts';
import { website } from './website/website.ts';

/** The base URLs of the services. Tests replace them with local servers. */
export interface ServiceAddresses {
  github: GithubAddresses;
  /** Ends in `/v1`. */
  notion: string;
  google: Pick<GoogleSettings, 'api' | 'authorise' | 'token'>;
}

/** The same, with our OAuth client at Google. */
export interface SourceSettings extends ServiceAddresses {
  google: GoogleSettings;
}

/** The configuration of each kind of source. */
export interface SourceConfigs {
  website: WebsiteConfig;
  s3: S3Config;
  google_drive: DriveConfig;
  notion: NotionConfig;
  github: GithubConfig;
  feed: FeedConfig;
}

export type SourceKind = keyof SourceConfigs;

/** The real base URLs. */
export const PUBLIC_SERVICES: ServiceAddresses = {
  github: { api: 'https://api.github.com', web: 'https://github.com' },
  notion: 'https://api.notion.com/v1',
  google: {
    api: 'https://www.googleapis.com/drive/v3',
    authorise: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
  },
};

/**
 * A connector for each kind of source. Callers must pass each connector only configurations, credentials and states of
 * its own kind.
 */
export type Connectors = Readonly<Record<SourceKind, Connector<unknown, unknown, unknown>>>;

export function createConnectors(settings: SourceSettings): Connectors {
  return {
    website,
    s3,
    google_drive: googleDrive(settings.google),
    notion: notion(settings.notion),
    github: github(settings.github),
    feed,
  };
}
