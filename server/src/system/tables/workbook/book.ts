// Our own XLSX reader: it stays within memory and time limits for any file (docs/decisions/0010).
import { posix } from 'node:path';
import type { Archive } from '../archive.ts';
import { unreadable } from '../text-encoding.ts';
import type { Reading } from './cell-text.ts';
import { readFormats } from './formats.ts';
import { readSharedTexts } from './shared-texts.ts';
import { damaged, openWorkbook } from './workbook-archive.ts';
import { readWholeXml } from './xml.ts';

export interface Sheet {
  name: string;
  part: string;
}
/** The parts of a workbook that its tables need. */
export interface Book {
  archive: Archive;
  /** The visible sheets in order; all of them if all are hidden. */
  sheets: Sheet[];
  hasMacros: boolean;
  /** How to interpret cells; only read when needed. */
  reading(): Promise<Reading>;
}

interface Relation {
  id: string;
  type: string;
  target: string;
}
const maxSheets = 200;

export async function openBook(path: string): Promise<Book> {
  const archive = await openWorkbook(path);
  try {
    return await describe(archive);
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function describe(archive: Archive): Promise<Book> {
  const main = await mainPart(archive);
  const relations = await relationsOf(archive, main);
  const { is1904, listed } = await contentsOf(archive, main);
  const worksheets = new Map(relations.filter(isOf('worksheet')).map(({ id, target }) => [id, target]));
  const sheets = listed.flatMap(({ id, ...sheet }) => {
    const part = worksheets.get(id);
    return part !== undefined && archive.has(part) ? [{ ...sheet, part }] : [];
  });
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const partOf = (type: string) => relations.find(isOf(type))?.target;
  return {
    archive,
    sheets: visible.length > 0 ? visible : sheets,
    hasMacros: relations.some(({ type }) => type.endsWith('/vbaProject')),
    reading: async () => ({
      is1904,
      formats: await readFormats(archive, partOf('styles')),
      texts: await readSharedTexts(archive, partOf('sharedStrings')),
    }),
  };
}

const isOf =
  (type: string) =>
  (relation: Relation): boolean =>
    relation.type.endsWith(`/${type}`);

/** Returns the part that lists the sheets, or throws what the file is instead. */
async function mainPart(archive: Archive): Promise<string> {
  if (!archive.has('_rels/.rels')) {
    if (archive.has('content.xml')) {
      throw unreadable('This is an OpenDocument file. Save it as XLSX or CSV (UTF-8)');
    }
    if (archive.has('Index/Document.iwa') || archive.has('Index.zip')) {
      throw unreadable('This is a Numbers file. Export it as Excel (XLSX) or CSV');
    }
    throw unreadable('This is an archive, not an Excel file. Unzip it first');
  }
  const main = (await relationsOf(archive, '')).find(isOf('officeDocument'))?.target;
  if (main === undefined) throw damaged();
  if (main.endsWith('.bin')) throw unreadable('This is a binary Excel file (XLSB). Save it as XLSX');
  if (!/^xl\//i.test(main) && /^(word|ppt)\//i.test(main)) {
    throw unreadable("This isn't an Excel file. Upload the list as XLSX or CSV (UTF-8)");
  }
  return main;
}

/** Returns the parts that a part refers to; targets are relative to it, or absolute with a leading slash. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const relations: Relation[] = [];
  await readWholeXml(archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const target = posix.join('/', Target.startsWith('/') ? '' : folder, Target).slice(1);
      relations.push({ id: Id, type: Type, target });
    },
  });
  return relations;
}

async function contentsOf(archive: Archive, main: string) {
  const listed: { id: string; name: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readWholeXml(archive.read(main), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1];
      const label = (attributes.name ?? '').slice(0, 100);
      if (id !== undefined)
        listed.push({ id, name: label, isHidden: /hidden/i.test(attributes.state ?? '') });
      if (listed.length > maxSheets) throw unreadable(`This Excel file has more than ${maxSheets} sheets`);
    },
  });
  return { is1904, listed };
}
