/**
 * Which modules of the console share a file, so that a page takes a few requests instead of a hundred. A module joins
 * the first group that matches it, together with everything it imports, so groups that more pages need come first.
 * Modules that match no group stay with their page or dialog.
 */

/** Matches modules by their path. Each part is a regular expression with `/` between folders. */
const modules = (...parts: string[]) => new RegExp(parts.join('|').replaceAll('/', '[\\/]'));

/** Matches components of Mantine. */
const mantine = (names: string) => `/@mantine/core/esm/(components|utils)/(${names})/`;

/** Gives the groups that come first a higher priority. */
function inOrder<Group>(group: Group, index: number, all: readonly Group[]) {
  return { ...group, priority: all.length - index };
}

/** The layout and the task list, which most people see first, with the styles that many pages share. */
const firstScreen = {
  name: 'first-screen',
  test: modules(
    '/src/console/(main|features/task/task-list-page)\\.tsx$',
    '/src/console/modules/draft/draft-status\\.module\\.css$',
    '/src/console/(ui|modules/(run|model)|features/task/editor/rows)/.+\\.module\\.css$',
    '/@mantine/core/styles/(Combobox|Pill|PillsInput)\\.css$',
  ),
};

/** The mock build has its own groups, because the mocks load first and need much of what pages share. */
export const mockGroups = [
  firstScreen,
  { name: 'mocks', test: modules('/src/mocks/browser\\.ts$') },
].map(inOrder);

/** `minShareCount`: modules needed by fewer pages and dialogs than this don't join the group. */
export const groups = [
  firstScreen,
  // The client of the identity service: for the sign-in pages, and to sign out.
  {
    name: 'identity',
    test: modules('/node_modules/(@ory|axios)/', '/user/(identity-api|sign-out)\\.ts$'),
  },
  // Small parts of almost every page.
  {
    name: 'basics',
    test: modules(
      mantine('Text|Title|Stack|Alert|Textarea|InlineInput|InputsGroupFieldset'),
      '/@mantine/core/esm/(components/Checkbox/CheckIcon|core/(Box|MantineProvider))',
      '/@mantine/hooks/esm/use-(merged-ref|uncontrolled)/',
      '/@tabler/',
      '/src/console/ui/(display|feedback|keyboard|navigation|page)/',
      '/src/console/ui/(form/plain|list/(first-rows|long-list)|menu/(menu-anchor|menu-button|point-menu)|on-demand|use-idle-load|use-latest)',
      '/src/console/ui/modal/(dirty-guard|modal-context)',
      '/src/console/(api/(?!query/(poll|refresh-under))|modules/(page-actions|permission))',
      '/src/core/json/(?!object-schema)',
      '/src/console/modules/run/result/elapsed',
      '/src/core/billing/money',
      '/src/console/modules/billing/refresh-balance',
    ),
    minShareCount: 2,
  },
  // The balance, which the frame shows once the page is idle.
  { name: 'billing', test: modules('/generated/api/billing/') },
  { name: 'inputs', test: modules(mantine('Checkbox|PasswordInput')) },
  // What the sign-in pages share with a few others, which must not load all of them.
  { name: 'links', test: modules(mantine('Anchor|Divider')) },
  { name: 'session', test: modules('/src/console/modules/user/session-record\\.ts$') },
  // Dialogs and popovers. The editor is usable without them: its menus load when the browser is idle.
  {
    name: 'layers',
    test: modules(
      mantine('(Optional)?Portal|FocusTrap|Overlay|ScrollArea|CloseButton|Modal|ModalBase'),
      '/@mantine/(hooks|core/esm/core)/',
      '/react-remove-scroll/',
    ),
    minShareCount: 2,
  },
  { name: 'switches', test: modules(mantine('Switch')) },
  {
    name: 'choices',
    test: modules(mantine('Combobox|Select'), '/src/console/modules/filter/'),
  },
  {
    name: 'tags',
    test: modules(mantine('MultiSelect|TagsInput|Pill|PillsInput'), '/ui/form/tags-field'),
    minShareCount: 2,
  },
  // What forms are validated with. A schema of few pages stays with them.
  { name: 'schemas', test: modules('/node_modules/zod/') },
  {
    name: 'forms',
    test: modules(
      mantine('Modal|ModalBase|FileButton'),
      '/@mantine/form/',
      // All but the tags and searched choices, whose lists most forms don't need.
      '/src/console/ui/(modal|form/(?!tags-field|found-select|rename-input|name-field))',
      '/src/console/modules/people/edit-button',
    ),
    minShareCount: 2,
  },
  // Collections: for their pages and data sources, and for whatever offers the sample collection.
  {
    name: 'collections',
    test: modules(
      '/generated/api/collection/',
      // The picker brings a list of choices along.
      '/src/console/modules/collection/(?!collection-picker)',
      '/src/console/api/query/(poll|refresh-under)',
    ),
    minShareCount: 2,
  },
  // Models, which tasks, articles and collections use, and the drafts of tasks and articles.
  {
    name: 'models',
    test: modules(
      '/generated/api/model/',
      '/src/console/modules/model/(?!model-list)',
      '/src/console/modules/draft/(?!conflict/)',
    ),
  },
  // How a task is called, and with what; also requests that pages send without showing tasks or runs.
  {
    name: 'calls',
    test: modules(
      '/generated/api/(run|revision|evaluation)/',
      '/src/core/task/(input|snippets|contract/file-name)',
      '/src/console/modules/run/inputs/input-values',
    ),
  },
  // Values and texts with citations.
  {
    name: 'values',
    test: modules('/src/core/collection/cite/', '/run/result/(pretty-value|cited-text)'),
    minShareCount: 2,
  },
  // What a task consists of, and its runs: for the editor, the list of runs, new tasks and templates.
  {
    name: 'tasks',
    test: modules(
      '/src/core/(?!access/|settings/|email/|billing/|compose/|model/|task/tags)',
      '/src/console/modules/(evaluation/(?!check-labels)|revision/)',
      '/src/console/modules/run/(?!stream|trace/(trace|step|passages)|inputs/(inputs-form|(input|file|boolean)-field)|result/(reasoning|long-text|pretty-value)|stream/use-watched-run)',
      '/src/console/features/task/(definition|editor/model|editor/rows)/',
    ),
    minShareCount: 2,
  },
  {
    name: 'templates',
    test: modules(
      '/src/console/modules/(template/(?!create-from)|task/)',
      '/generated/api/template/',
    ),
    minShareCount: 2,
  },
  // What else of Mantine several pages use, or the editor's chunk would contain it.
  { name: 'mantine', test: modules('/@mantine/(core|hooks)/'), minShareCount: 2 },
  // CodeMirror. It loads in parallel with the editor, which shows the prompts as plain text until then.
  { name: 'code', test: modules('/prompt-editor-view\\.tsx$') },
  // Includes the styles of all parts of the editor, even those that load later.
  {
    name: 'editor',
    test: modules(
      '/src/console/app/task-page\\.tsx$',
      '/src/console/features/task/(editor|panels|assist)/.+\\.module\\.css$',
    ),
  },
  { name: 'editor-menus', test: modules('/(save-revision-form|model-select|past-runs)\\.tsx$') },
  { name: 'auth', test: modules('/src/console/features/identity/[a-z]+-page\\.tsx$') },
].map(inOrder);
