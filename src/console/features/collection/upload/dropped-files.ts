export interface Dropped {
  files: File[];
  /** The number of files and folders that the browser couldn't read. */
  unreadable: number;
}

/** All files of a drop, including those in folders. What can't be read doesn't hold up the others. */
export async function droppedFiles(
  transfer: Pick<DataTransfer, 'items' | 'files'>,
): Promise<Dropped> {
  // Entries must be read before the first await: the browser empties the transfer after the event.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.every((entry) => entry === null))
    return { files: [...transfer.files], unreadable: 0 };
  return joined(entries.map((entry) => (entry ? filesIn(entry) : NOTHING)));
}

const NOTHING: Dropped = { files: [], unreadable: 0 };

async function joined(parts: readonly (Dropped | Promise<Dropped>)[]): Promise<Dropped> {
  const all = await Promise.all(parts);
  return {
    files: all.flatMap(({ files }) => files),
    unreadable: all.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

async function filesIn(entry: FileSystemEntry): Promise<Dropped> {
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      return { files: [file], unreadable: 0 };
    }
    return await joined((await childrenOf(entry as FileSystemDirectoryEntry)).map(filesIn));
  } catch {
    // Deleted meanwhile, or without permission.
    return { files: [], unreadable: 1 };
  }
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // A reader returns at most a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
