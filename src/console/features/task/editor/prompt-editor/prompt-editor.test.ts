import { CompletionContext } from '@codemirror/autocomplete';
import { undo } from '@codemirror/commands';
import { StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { completeVariable } from './completion.ts';
import { escapePasted, pastedField } from './paste.ts';
import { applyFix, diagnose, isBeingTyped, problemAt } from './prompt-linter.ts';
import { decorate, setVariables } from './prompt-variables.ts';
import { startSearching } from './searching.ts';
import { changeBetween, createPromptState } from './setup.ts';

const views: EditorView[] = [];
afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
});

/** Creates an editor; `|` in the text marks the cursor. */
function edit(marked: string, variables: string[] = ['review', 'name']) {
  const at = marked.indexOf('|');
  const addVariable = vi.fn();
  const onText = vi.fn();
  const state = createPromptState({
    text: marked.replace('|', ''),
    variables,
    host: { addVariable },
    onProblems: () => undefined,
    onText,
    label: 'User prompt',
    describedBy: 'hint',
    placeholder: '',
    readOnly: false,
  });
  const view = new EditorView({ state, parent: document.body });
  views.push(view);
  if (at >= 0) view.dispatch({ selection: { anchor: at } });
  const text = () => view.state.doc.toString();
  const complete = () =>
    completeVariable(new CompletionContext(view.state, view.state.selection.main.head, false));
  return { view, text, complete, addVariable, onText };
}

function chips(view: EditorView) {
  const found: string[] = [];
  decorate(view).between(0, view.state.doc.length, (from, to, mark) => {
    found.push(`${view.state.sliceDoc(from, to)} ${mark.spec.class}`);
  });
  return found;
}

describe('variables', () => {
  it('are shown as chips; unknown and misspelt ones differ, literal braces are dimmed', () => {
    expect(chips(edit('{review} {other} {user_id} {{x}}\n{name}').view)).toEqual([
      '{review} tl-chip',
      '{other} tl-chip tl-chip-unknown',
      '{user_id} tl-chip tl-chip-unknown',
      '{{ tl-brace',
      '}} tl-brace',
      '{name} tl-chip',
    ]);
  });

  it('become known when the page defines them', () => {
    const { view } = edit('{other}');
    view.dispatch({ effects: setVariables.of(['other']) });
    expect(chips(view)).toEqual(['{other} tl-chip']);
  });
});

describe('completion', () => {
  it('offers the variables after a brace', () => {
    expect(
      edit('Hi {|')
        .complete()
        ?.options.map((o) => o.label),
    ).toEqual(['review', 'name']);
    expect(edit('Hi {na|').complete()?.from).toBe(4);
    expect(edit('Hi {{{|').complete()?.options).toHaveLength(2);
  });

  it.each(['Hi |', 'Hi {{|', '{name}|', '{a b|', '}|'])('offers nothing in %s', (text) => {
    expect(edit(text).complete()).toBeNull();
  });

  it.each([
    ['{re|', 'review', '{review}|'],
    ['{|}', 'name', '{name}|'],
    ['a {|} b', 'name', 'a {name}| b'],
  ])('completes %s with %s', (before, label, after) => {
    const { view, complete } = edit(before);
    const result = complete();
    const option = result?.options.find((o) => o.label === label);
    if (!result || typeof option?.apply !== 'function') throw new Error('nothing to apply');
    option.apply(view, option, result.from, view.state.selection.main.head);
    const { head } = view.state.selection.main;
    const text = view.state.doc.toString();
    expect(`${text.slice(0, head)}|${text.slice(head)}`).toBe(after);
  });

  it.each([
    ['{re|', ['review', 'Create variable “re”']],
    ['{IEW|', ['review', 'Create variable “IEW”']],
    ['{nm|', ['name', 'Create variable “nm”']],
    ['{e|', ['name', 'review', 'Create variable “e”']],
    ['{name|', ['name']],
  ])('offers for %s prefix matches, then other matches, then a new name', (before, shown) => {
    const result = edit(before, ['name', 'review']).complete();
    expect(result?.filter).toBe(false);
    expect(result?.options.map((o) => o.displayLabel ?? o.label)).toEqual(shown);
  });

  it('offers to create a variable only for valid names', () => {
    const { view, complete, addVariable, text } = edit('{topic|');
    const result = complete();
    const create = result?.options.at(-1);
    expect(create?.displayLabel).toBe('Create variable “topic”');
    if (!result || typeof create?.apply !== 'function') throw new Error('nothing to apply');
    create.apply(view, create, result.from, 6);
    expect(text()).toBe('{topic}');
    expect(addVariable).toHaveBeenCalledWith('topic');
    expect(
      edit('{name|')
        .complete()
        ?.options.map((o) => o.displayLabel),
    ).toEqual([undefined]);
  });
});

describe('quick fixes', () => {
  it.each([
    ['Hi {user_id}', 'Use {userId}', 'Hi {userId}'],
    ['Hi {user_id}', 'Escape braces', 'Hi {{user_id}}'],
    ['a } b', 'Escape brace: }}', 'a }} b'],
    ['Say {"a": {"b": 1}}', 'Escape braces', 'Say {{"a": {{"b": 1}}}}'],
    ['{reviw}', 'Use {review}', '{review}'],
  ])('%s: %s', (before, label, after) => {
    const { view, text } = edit(before);
    const fix = diagnose(view.state)[0]?.fixes.find((f) => f.label === label);
    if (!fix) throw new Error(`no ${label}`);
    applyFix(view, fix);
    expect(text()).toBe(after);
    expect(diagnose(view.state).filter((p) => p.code !== 'unknown_variable')).toEqual([]);
  });

  it('asks the page for a new variable', () => {
    const { view, addVariable } = edit('{topic}');
    const fix = diagnose(view.state)[0]?.fixes.find((f) => f.addVariable);
    if (fix) applyFix(view, fix);
    expect(addVariable).toHaveBeenCalledWith('topic');
  });

  it('ignore a name that is still being typed', () => {
    const typing = (text: string) => {
      const { state } = edit(text).view;
      return diagnose(state).map((problem) => isBeingTyped(state, problem));
    };
    expect(typing('{to|}')).toEqual([true]);
    expect(typing('{user_|}')).toEqual([true]);
    expect(typing('{topic}|')).toEqual([false]);
    expect(typing('|{topic}')).toEqual([false]);
    expect(typing('{"a": {"b|": 1}}')).toEqual([false]);
  });

  it('start with the problem at the cursor', () => {
    expect(problemAt(edit('{a_b} {c_|d}').view.state)?.start).toBe(6);
    expect(problemAt(edit('{a_b} {c_d} end|').view.state)?.start).toBe(0);
    expect(problemAt(edit('fine|').view.state)).toBeUndefined();
  });
});

describe('pasting', () => {
  const paste = (view: EditorView, insert: string) =>
    view.dispatch({
      changes: { from: view.state.selection.main.head, insert },
      userEvent: 'input.paste',
    });

  it('offers to escape the braces of JSON, within the pasted text only', () => {
    const { view, text } = edit('{user_id} |, thanks {name}');
    paste(view, '{"a": {"b": [1]}}');
    expect(view.state.field(pastedField)).not.toBeNull();
    expect(view.dom.textContent).toContain('Escape braces');
    view.dispatch({ changes: { from: 0, insert: 'Oh ' } });
    escapePasted(view);
    expect(text()).toBe('Oh {user_id} {{"a": {{"b": [1]}}}}, thanks {name}');
    expect(view.state.field(pastedField)).toBeNull();
  });

  it.each(['plain text', 'Hi {review}', '{{fine}}', '{topic}'])(
    'offers nothing for %s',
    (pasted) => {
      const { view } = edit('|');
      paste(view, pasted);
      expect(view.state.field(pastedField)).toBeNull();
    },
  );
});

describe('the text', () => {
  it('is reported after each change', () => {
    const { view, onText } = edit('ab|');
    view.dispatch({ changes: { from: 2, insert: 'c' } });
    expect(onText).toHaveBeenCalledExactlyOnceWith('abc');
  });

  it.each([
    ['one two', 'one 2 two', { from: 4, to: 4, insert: '2 ' }],
    ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
    ['', 'x', { from: 0, to: 0, insert: 'x' }],
    ['same', 'same', { from: 4, to: 4, insert: '' }],
    ['abcab', 'abab', { from: 2, to: 3, insert: '' }],
  ])('turns %j into %j with the smallest change', (before, after, change) => {
    expect(changeBetween(before, after)).toEqual(change);
    expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
  });
});

describe('an edit with very many changes', () => {
  const text = '{name} says ok. '.repeat(300);
  const places = (of: RegExp, insert: string) =>
    [...text.matchAll(of)].map(({ index, 0: match }) => ({
      from: index,
      to: index + match.length,
      insert,
    }));

  it('is applied as one change and undone in one step', () => {
    const editor = edit(text);
    const { view } = editor;
    const counts: number[] = [];
    view.dispatch({
      effects: StateEffect.appendConfig.of(
        EditorView.updateListener.of(({ changes }) => {
          let count = 0;
          changes.iterChanges(() => count++);
          counts.push(count);
        }),
      ),
    });
    counts.length = 0;
    view.dispatch({ changes: places(/ok/g, 'fine'), userEvent: 'input.replace.all' });
    expect(counts).toEqual([1]);
    expect(editor.text()).toBe(text.replaceAll('ok', 'fine'));
    undo(view);
    expect(editor.text()).toBe(text);
  });

  it('keeps the cursor', () => {
    const editor = edit(`${text.slice(0, 40)}|${text.slice(40)}`);
    editor.view.dispatch({ changes: places(/ok/g, 'fine') });
    const { head } = editor.view.state.selection.main;
    const before = text.slice(0, 40).replaceAll('ok', 'fine');
    expect(editor.text().slice(0, head)).toBe(before);
  });
});

it('has the search labels from the start, since adding them later would re-create the editor', () => {
  const { view } = edit('x');
  expect(view.state.phrase('regexp')).toBe('Regex');
  const content = view.contentDOM;
  startSearching(view);
  expect(view.state.phrase('regexp')).toBe('Regex');
  expect(view.dom.querySelector('.cm-search')).toBeTruthy();
  expect(view.contentDOM).toBe(content);
});
