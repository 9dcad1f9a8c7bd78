/** The limits of articles. The limits of individual fields are in the contract. */

/** Articles per project. */
export const ARTICLES_MAX = 1000;
/** The length of an article's contents as JSON, in characters, including the passages that it cites. */
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
/** The most citations that are checked per section, and the characters kept of each passage. */
export const CITATIONS_CHECKED = 100;
export const PASSAGE_MAX = 3000;
/** No article needs more; a model that writes more has misunderstood the task. */
export const WRITTEN_HEADINGS_MAX = 60;
/** Sections kept after their heading was removed from the outline, in case it returns. */
export const DETACHED_MAX = 20;
/** The most versions of an article, and the characters of all of them in total. */
export const VERSIONS_MAX = 50;
export const VERSIONS_TEXT_MAX = 5_000_000;
/** Editing after a pause of this length saves a version first. */
export const EDITS_PAUSE_MS = 10 * 60_000;
/** The most images per article, including uploaded ones that were removed from it. */
export const ARTICLE_IMAGES_MAX = 50;
/** The most steps of one article in progress at the same time. */
export const OPEN_STEPS_MAX = 10;
/** The number of titles that a step suggests. */
export const TITLES_WRITTEN = 5;

export const SEO_TITLE_MAX = 200;
export const SEO_DESCRIPTION_MAX = 500;
export const SLUG_MAX = 120;
export const KEYWORDS_MAX = 20;
export const KEYWORD_MAX = 80;
