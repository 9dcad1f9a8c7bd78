/** All files of a drop, including those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Entries must be read before the first await: the browser empties the transfer after the event.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.every((entry) => entry === null)) return [...transfer.files];
  const found = await Promise.all(entries.map((entry) => (entry ? filesIn(entry) : [])));
  return found.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) {
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // A reader returns at most a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    children.push(...some);
  }
  return (await Promise.all(children.map(filesIn))).flat();
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
