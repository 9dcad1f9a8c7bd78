import { exampleOf } from '../examples.ts';
import { type Contract, findOperation, loadContract, type Operation } from './contract.ts';
import { copyButton, element } from './elements.ts';
import { type Field, fieldOf, suggest } from './fields.ts';
import { type Filled, keyOf, type PreparedRequest, prepare, toCurl } from './request.ts';
import { showResponse } from './response.ts';

/** The pasted API key, for all operations. It is kept only in memory. */
let apiKey = '';
/** ETags of responses by URL, for If-Match. */
const versions = new Map<string, string>();

/** Adds the form to a “Try it” section when it is first opened. */
export function prepareTryIt(place: HTMLDetailsElement): void {
  place.addEventListener('toggle', async () => {
    if (!place.open || place.querySelector('form')) return;
    const id = place.dataset.operation ?? '';
    try {
      const contract = await loadContract();
      place.append(tryForm(contract, findOperation(contract, id)));
    } catch (error) {
      place.append(
        element('p', { role: 'alert' }, error instanceof Error ? error.message : String(error)),
      );
    }
  });
}

function tryForm(contract: Contract, operation: Operation): HTMLFormElement {
  const fields = new Map<string, Field>();
  const form = element('form', {});
  for (const parameter of operation.parameters) {
    const { row, field } = fieldOf(parameter);
    fields.set(keyOf(parameter), field);
    form.append(row);
  }
  const body = bodyField(contract, operation);
  if (body) form.append(body.row);
  const key = keyField(operation);
  if (key) form.append(key);

  const send = element('button', { type: 'submit', class: 'send' }, 'Send');
  const stop = element('button', { type: 'button', class: 'quiet', hidden: true }, 'Stop');
  const result = element('div', { class: 'response' });
  const problem = element('p', { class: 'problem', role: 'alert' });
  const filled = (): Filled => ({
    values: new Map([...fields].map(([name, field]) => [name, field.value])),
    body: body?.text() ?? '',
    files: body?.files() ?? new Map(),
    apiKey,
  });
  const ready = (): PreparedRequest | undefined => {
    problem.textContent = '';
    try {
      return prepare(operation, filled());
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  };
  const curl = copyButton('Copy as cURL', () => {
    const request = ready();
    return request ? toCurl(request, location.origin) : '';
  });
  form.append(element('div', { class: 'buttons' }, send, stop, curl), problem, result);

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const request = ready();
    if (!request) return;
    if (operation.method === 'DELETE' && !confirm(`Delete ${request.url}?`)) return;
    const controller = new AbortController();
    stop.onclick = () => controller.abort();
    send.disabled = true;
    stop.hidden = false;
    const response = await showResponse(request, result, controller.signal);
    send.disabled = false;
    stop.hidden = true;
    const version = response?.headers.get('etag');
    if (version) versions.set(request.url, version);
  });
  fillVersion(operation, fields, ready);
  void suggest(contract, operation, fields);
  return form;
}

/** Fills an empty If-Match with the last ETag. */
function fillVersion(
  operation: Operation,
  fields: ReadonlyMap<string, Field>,
  ready: () => PreparedRequest | undefined,
): void {
  const parameter = operation.parameters.find(({ name }) => name.toLowerCase() === 'if-match');
  const field = parameter && fields.get(keyOf(parameter));
  field?.addEventListener('focus', () => {
    const url = field.value === '' ? ready()?.url : undefined;
    field.value ||= (url && versions.get(url)) ?? '';
  });
}

function bodyField(contract: Contract, { body }: Operation) {
  if (!body) return undefined;
  if (body.type.startsWith('multipart/')) {
    const input = element('input', { type: 'file' });
    const row = element('label', { class: 'field' }, element('code', {}, 'file'), input);
    const files = () => {
      const file = input.files?.[0];
      return new Map(file ? [['file', file]] : []);
    };
    return { row, text: () => '', files };
  }
  const area = element('textarea', { rows: '8', spellcheck: 'false' });
  area.value = JSON.stringify(exampleOf(body.schema, contract.components), null, 2);
  area.rows = Math.min(20, area.value.split('\n').length + 1);
  const row = element(
    'label',
    { class: 'field wide' },
    element('span', {}, 'Body', element('span', { class: 'dim' }, ` ${body.type}`)),
    area,
  );
  return { row, text: () => area.value, files: () => new Map<string, File>() };
}

function keyField({ takesApiKey }: Operation): HTMLElement | undefined {
  if (!takesApiKey) return undefined;
  const input = element('input', {
    type: 'password',
    autocomplete: 'off',
    placeholder: 'empty: use your session',
  });
  input.value = apiKey;
  input.addEventListener('input', () => {
    apiKey = input.value.trim();
  });
  return element('label', { class: 'field' }, element('span', {}, 'API key'), input);
}
