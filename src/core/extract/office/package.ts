import { readXml } from '../zip/xml.ts';
import type { Zip } from '../zip/zip.ts';

/** A relationship between two parts of an Office document. */
export interface Relation {
  id: string;
  /** The last word of its type, such as `slide`. */
  type: string;
  /** Its name in the archive. */
  target: string;
}

/** The relationships of a part; with '', those of the package. */
export function relationsOf(zip: Zip, part: string): Relation[] {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relations: Relation[] = [];
  readXml(zip.text(name), {
    open(element, { Id, Type, Target, TargetMode }) {
      if (element !== 'Relationship' || TargetMode === 'External') return;
      const type = (Type ?? '').slice((Type ?? '').lastIndexOf('/') + 1);
      relations.push({ id: Id ?? '', type, target: resolve(folder, Target ?? '') });
    },
  });
  return relations;
}

/** The name of the main part, such as `xl/workbook.xml`. */
export function mainPart(zip: Zip, usual: string): string {
  const relation = relationsOf(zip, '').find(({ type }) => type === 'officeDocument');
  return relation !== undefined && zip.has(relation.target) ? relation.target : usual;
}

/** The title from the properties of an Office document. */
export function titleOf(zip: Zip): string | null {
  let [title, isTitle] = ['', false];
  readXml(zip.text('docProps/core.xml'), {
    open: (name) => {
      isTitle = name === 'title';
    },
    close: () => {
      isTitle = false;
    },
    text: (text) => {
      if (isTitle) title += text;
    },
  });
  return title.trim() || null;
}

/** Resolves a path in an archive, relative to a folder. */
export function resolve(folder: string, path: string): string {
  const parts = path.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
