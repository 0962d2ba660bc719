import { SaxesParser } from 'saxes';
import { asDamaged, damaged } from './workbook-archive.ts';

type Attributes = Readonly<Record<string, string>>;
/** Names have no prefix: some programs write `x:row` where others write `row`. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** No text, comment or tag of a workbook is longer. */
const longestPiece = 4 * 1024 * 1024;

/** Reads XML in chunks and yields after each of them, so that other work doesn't wait for the whole file. */
export async function* readXml(bytes: AsyncIterable<Buffer>, on: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  const letters = new TextDecoder('utf-8');
  let silent = 0;
  const plain = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    on.open(plain(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    silent = 0;
    on.close?.(plain(name));
  });
  parser.on('text', (text) => on.text?.(text));
  parser.on('cdata', (text) => on.text?.(text));
  // Office files have no document types, which could define expanding entities.
  parser.on('doctype', () => {
    throw damaged();
  });
  try {
    for await (const chunk of bytes) {
      silent += chunk.length;
      if (silent > longestPiece) throw damaged();
      parser.write(letters.decode(chunk, { stream: true }));
      yield;
    }
    parser.close();
  } catch (error) {
    throw asDamaged(error);
  }
}

/** Reads small parts to their end. */
export async function readWholeXml(bytes: AsyncIterable<Buffer>, on: XmlHandler): Promise<void> {
  for await (const _ of readXml(bytes, on));
}
