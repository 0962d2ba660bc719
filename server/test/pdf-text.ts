import { inflateSync } from 'node:zlib';

interface PdfPage {
  width: number;
  height: number;
  /** The lines of text from top to bottom. Parts at the same height form one line, from left to right between bars. */
  lines: string[];
}

/** Reads the text of a PDF that PDFKit created, page by page. */
export function readPdfText(bytes: Buffer): PdfPage[] {
  const objects = objectsOf(bytes.toString('latin1'));
  const refer = (text: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1];
  const letters = new Map<string, Map<string, string>>();
  const fontsOf = (resources: string) =>
    new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
        if (!letters.has(id!))
          letters.set(id!, lettersOf(objects.get(refer(objects.get(id!)!, 'ToUnicode')!)!));
        return [name!, letters.get(id!)!];
      }),
    );
  return [...objects.values()]
    .filter((object) => object.includes('/Type /Page\n'))
    .map((page) => {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)!;
      const fonts = fontsOf(objects.get(refer(page, 'Resources')!)!);
      const content = objects.get(refer(page, 'Contents')!)!;
      return { width: Number(width), height: Number(height), lines: linesOf(content, fonts) };
    });
}

/** Each object by its number, with its decompressed stream. */
function objectsOf(text: string): Map<string, string> {
  const objects = new Map<string, string>();
  for (const [, id, body] of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const stream = /stream\r?\n([\s\S]*?)\nendstream/.exec(body!);
    objects.set(id!, stream ? inflateSync(Buffer.from(stream[1]!, 'latin1')).toString('latin1') : body!);
  }
  return objects;
}

/** The letter of each code of a font. */
function lettersOf(map: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, first, , list] of map.matchAll(/<([\da-f]{4})> <([\da-f]{4})> \[([^\]]*)\]/g)) {
    // A glyph for several letters has their codes side by side: <0066 0069>.
    for (const [index, [, codes]] of [...list!.matchAll(/<([\da-f ]*)>/g)].entries()) {
      const at = (Number.parseInt(first!, 16) + index).toString(16).padStart(4, '0');
      const units = codes!.match(/[\da-f]{4}/g) ?? [];
      found.set(at, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))));
    }
  }
  return found;
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const parts = [
    ...content.matchAll(/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) [\d.]+ Tf\n\[([^\]]*)\] TJ/g),
  ].map(([, x, y, font, codes]) => ({
    x: Number(x),
    y: Number(y),
    text: [...codes!.matchAll(/<([\da-f]+)>/g)]
      .flatMap(([, run]) => run!.match(/.{4}/g)!)
      .map((code) => fonts.get(font!)!.get(code) ?? '?')
      .join(''),
  }));
  const lines = new Map<number, typeof parts>();
  for (const part of parts) lines.set(part.y, [...(lines.get(part.y) ?? []), part]);
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, line]) =>
      line
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(' | '),
    );
}
