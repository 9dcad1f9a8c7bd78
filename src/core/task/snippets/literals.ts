/** Quotes a text as one word of a POSIX shell. */
export function toShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** JSON as a JavaScript literal, on several lines if it has members. */
export function toJavaScript(value: unknown): string {
  return write(value, '  ', {
    text: (text) => JSON.stringify(text),
    word: (word) => String(word),
    // In an object literal `__proto__: x` would set the prototype; in brackets it is an ordinary name.
    key: (key) => {
      if (key === '__proto__') return '["__proto__"]';
      return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    },
  });
}

/** JSON as a Python literal, on several lines if it has members. */
export function toPython(value: unknown): string {
  const words = new Map<unknown, string>([
    [true, 'True'],
    [false, 'False'],
    [null, 'None'],
  ]);
  return write(value, '    ', {
    text: (text) => JSON.stringify(text),
    word: (word) => words.get(word) ?? String(word),
    key: (key) => JSON.stringify(key),
  });
}

interface Style {
  text(text: string): string;
  word(word: number | boolean | null): string;
  key(key: string): string;
}

function write(value: unknown, indent: string, style: Style, margin = ''): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return style.word(Number.isFinite(value) ? value : null);
  if (typeof value === 'boolean') return style.word(value);
  if (typeof value !== 'object' || value === null) return style.word(null);
  const inner = margin + indent;
  const members = Array.isArray(value)
    ? value.map((item) => write(item, indent, style, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${style.key(key)}: ${write(member, indent, style, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (members.length === 0) return `${open}${close}`;
  const lines = members.map((member) => `${inner}${member},\n`).join('');
  return `${open}\n${lines}${margin}${close}`;
}
