/** Has the browser save a file. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked later, because some browsers don't start reading the URL until the next tick.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Has the browser save a text as a file. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  saveFile(name, new Blob([text], { type }));
}
