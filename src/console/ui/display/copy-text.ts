import { toast } from '../feedback/toast.ts';

/**
 * Copies a text. The clipboard API exists only over HTTPS and may be forbidden; the page's own copy event needs no
 * permission. (Mantine's `useClipboard` supports only the former.)
 * @returns whether it was copied; a toast says so when it was not
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (copyByEvent(text)) return true;
    toast.error("Couldn't copy: the browser blocked it. Select the text and copy it yourself.");
    return false;
  }
}

function copyByEvent(text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    isCopied = true;
  };
  document.addEventListener('copy', onCopy);
  document.execCommand?.('copy');
  document.removeEventListener('copy', onCopy);
  return isCopied;
}
