import { crc32, deflateRawSync } from 'node:zlib';

/** A file in an archive: its text, or bytes with a declared size. */
export type Part = string | { bytes: Buffer; declared?: number; encrypted?: boolean };

/** Writes an archive as office programs do, optionally with errors that a test needs. */
export function archive(parts: Record<string, Part>): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, part] of Object.entries(parts)) {
    const { bytes, declared, encrypted } = typeof part === 'string' ? { bytes: Buffer.from(part) } : part;
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(encrypted ? 1 : 0, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(declared ?? bytes.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    bodies.push(body);
    list.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, place, Buffer.from(name));
    at += body.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(bodies.length, 4);
  end.writeUInt16LE(bodies.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06'), end]);
}

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (targets: Record<string, string>) =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Type="${types}/${kindOf(target)}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const kindOf = (target: string): string =>
  /sheet\d+\.xml$/.test(target)
    ? 'worksheet'
    : /vbaProject|styles|sharedStrings/.exec(target)?.[0] || 'officeDocument';

interface Book {
  /** The rows of each sheet as XML, by name. A sheet whose name starts with "hidden" is hidden. */
  sheets: Record<string, string>;
  /** XML after the rows of each sheet. */
  afterRows?: string;
  texts?: string;
  styles?: string;
  properties?: string;
  hasMacros?: boolean;
  main?: string;
  more?: Record<string, Part>;
}
/** Writes a workbook from the XML rows of its sheets. */
export function workbook(book: Book): Buffer {
  const names = Object.keys(book.sheets);
  const listed = names.map(
    (name, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index}"${/^hidden/.test(name) ? ' state="veryHidden"' : ''}/>`,
  );
  const own = Object.fromEntries(names.map((_, index) => [`r${index}`, `worksheets/sheet${index}.xml`]));
  const main = book.main ?? 'xl/workbook.xml';
  return archive({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations({ r: main }),
    [main]: `<?xml version="1.0"?><workbook>${book.properties ?? ''}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      ...own,
      texts: '/xl/sharedStrings.xml',
      styles: 'styles.xml',
      ...(book.hasMacros && { macros: 'vbaProject.bin' }),
    }),
    'xl/sharedStrings.xml': `<sst>${book.texts ?? ''}</sst>`,
    'xl/styles.xml': book.styles ?? '<styleSheet/>',
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index}.xml`,
        `<worksheet><sheetData>${book.sheets[name]}</sheetData>${book.afterRows ?? ''}</worksheet>`,
      ]),
    ),
    ...book.more,
  });
}

const cellOf = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
/** A row of texts. A text that starts with "<" is used as a complete cell. */
export const rowXml = (cells: readonly string[], attributes = ''): string =>
  `<row${attributes && ` ${attributes}`}>${cells.map((cell) => (cell.startsWith('<') ? cell : cellOf(cell))).join('')}</row>`;
