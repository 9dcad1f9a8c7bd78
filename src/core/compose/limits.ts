/** The limits of articles. The contract states those of its fields. */

/** Articles per project. */
export const ARTICLES_MAX = 1000;
/** The contents of an article as JSON, in characters, with the passages that it cites. */
export const ARTICLE_TEXT_MAX = 500_000;
/** Candidates for the title. */
export const TITLES_MAX = 50;
export const TITLE_MAX = 200;
/** Headings of an outline. */
export const HEADINGS_MAX = 100;
export const HEADING_MAX = 200;
export const NOTES_MAX = 1000;
/** Long enough for 3000 words. Checking and exporting one takes less than 50 ms, whatever it contains. */
export const SECTION_MAX = 20_000;
/** Citations of a section that are checked, and the characters of each passage. */
export const CITATIONS_CHECKED = 100;
export const PASSAGE_MAX = 3000;
/** No article needs more, so a model that writes more has misunderstood. */
export const WRITTEN_HEADINGS_MAX = 60;
/** Sections that were removed from the outline, and come back with their heading. */
export const DETACHED_MAX = 20;
/** Versions of an article, and the characters of all of them together. */
export const VERSIONS_MAX = 50;
export const VERSIONS_TEXT_MAX = 5_000_000;
/** Whoever edits an article after a pause like this keeps a version of what it was. */
export const EDITS_PAUSE_MS = 10 * 60_000;
/** Images of an article, uploaded ones that were removed from it included. */
export const ARTICLE_IMAGES_MAX = 50;
/** Steps of one article at the same time. */
export const OPEN_STEPS_MAX = 10;
/** Titles that a step suggests. */
export const TITLES_WRITTEN = 5;

export const SEO_TITLE_MAX = 200;
export const SEO_DESCRIPTION_MAX = 500;
export const SLUG_MAX = 120;
export const KEYWORDS_MAX = 20;
export const KEYWORD_MAX = 80;
