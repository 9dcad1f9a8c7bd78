import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { editorLook } from '#console/ui/editor/editor-look.ts';

const control = {
  font: 'inherit',
  fontFamily: 'var(--mantine-font-family)',
  fontSize: 'var(--mantine-font-size-sm)',
  lineHeight: '20px',
  padding: '2px 8px',
  border: '1px solid var(--mantine-color-default-border)',
  borderRadius: 'var(--mantine-radius-sm)',
  background: 'var(--mantine-color-default)',
  color: 'var(--mantine-color-text)',
  backgroundImage: 'none',
  margin: '0',
};
const floating = {
  background: 'var(--tl-floating)',
  border: '1px solid var(--tl-border)',
  borderRadius: 'var(--mantine-radius-md)',
  boxShadow: 'var(--tl-shadow)',
  color: 'var(--mantine-color-text)',
  fontFamily: 'var(--mantine-font-family)',
  fontSize: 'var(--mantine-font-size-sm)',
  overflow: 'hidden',
};

const theme = EditorView.theme({
  '.cm-scroller': {
    fontSize: 'var(--prompt-font-size)',
    lineHeight: 'var(--prompt-line-height)',
    minHeight: 'var(--prompt-min-height)',
    maxHeight: 'var(--prompt-max-height)',
    overflow: 'auto',
    overscrollBehavior: 'auto',
  },
  '.cm-content': { padding: 'var(--prompt-padding-y) 0' },
  '.cm-line': { padding: '0 var(--prompt-padding-x)' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)', whiteSpace: 'pre-wrap' },
  '.tl-chip': {
    background: 'var(--mantine-color-iris-light)',
    color: 'var(--mantine-color-iris-light-color)',
    borderRadius: 'var(--mantine-radius-xs)',
    padding: '2px 0',
  },
  '.tl-chip-unknown': {
    background: 'var(--mantine-color-red-light)',
    color: 'var(--mantine-color-red-light-color)',
  },
  '.tl-brace': { color: 'var(--mantine-color-dimmed)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--mantine-color-error) 1px',
    textUnderlineOffset: '4px',
    paddingBottom: '0',
  },
  '.cm-tooltip': floating,
  '.cm-tooltip-autocomplete > ul': {
    fontFamily: 'inherit',
    maxHeight: '240px',
    minWidth: '180px',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '4px 8px',
    lineHeight: '20px',
    borderRadius: 'var(--mantine-radius-sm)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--tl-hover)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-diagnostic': { padding: '8px 12px', borderLeft: 'none', maxWidth: '360px' },
  '.cm-diagnostic-error': { borderLeft: 'none' },
  '.cm-diagnosticText': { display: 'block', marginBottom: '6px' },
  '.cm-diagnosticAction': { ...control, marginRight: '6px', cursor: 'pointer' },
  '.cm-panels': {
    background: 'var(--tl-surface-muted)',
    color: 'var(--mantine-color-text)',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '.cm-panels-top': { borderBottom: 'var(--tl-hairline)' },
  '.cm-panels-bottom': { borderTop: 'var(--tl-hairline)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 32px 8px 12px',
  },
  '.cm-panel.cm-search br': { display: 'block', flexBasis: '100%', content: '""' },
  '.cm-panel.cm-search input': { ...control, accentColor: 'var(--tl-accent)' },
  '.cm-panel.cm-search .cm-textfield': { flex: '1 1 140px', minWidth: '0', maxWidth: '220px' },
  '.cm-panel.cm-search button': { ...control, cursor: 'pointer' },
  '.cm-panel.cm-search label': {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    margin: '0',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '.cm-panel.cm-search [name=close]': {
    border: 'none',
    background: 'none',
    fontSize: '16px',
    top: '8px',
    right: '4px',
  },
  '.cm-searchMatch': { background: 'var(--mantine-color-amber-light)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--mantine-color-amber-text)' },
  '.tl-paste-offer': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 12px',
  },
  '.tl-paste-offer span': { flex: '1 1 200px' },
  '.tl-paste-offer button': { ...control, cursor: 'pointer' },
  '.tl-paste-offer .tl-paste-main': {
    background: 'var(--tl-primary)',
    color: 'var(--tl-on-primary)',
    borderColor: 'transparent',
  },
  '& button:focus-visible, & input:focus-visible': {
    outline: '2px solid var(--tl-focus)',
    outlineOffset: '1px',
  },
});

/** The prompt editor's theme. */
export const editorTheme: Extension = [editorLook, theme];
