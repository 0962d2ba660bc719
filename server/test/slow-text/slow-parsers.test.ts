import { Readable } from 'node:stream';
import { splitList, splitPair } from '@aisle/contract/catalog/listed-values';
import { productImportTable } from '@aisle/contract/catalog/product-import-fields';
import { normalPhone } from '@aisle/contract/core/fields';
import { foldText } from '@aisle/contract/core/fold-text';
import { parseMoney } from '@aisle/contract/core/money';
import {
  normalCode,
  normalDigits,
  normalEmail,
  normalLine,
  normalMessage,
  normalPostalCode,
  normalText,
} from '@aisle/contract/core/normal-text';
import { storedPhone } from '@aisle/contract/core/phones';
import { fieldsIn, fillParagraphs, fillTemplate, templateProblem } from '@aisle/contract/core/templates';
import { importedCents } from '@aisle/contract/system/imports/import-numbers';
import { fillReply, unknownReplyField } from '@aisle/contract/system/support-rules';
import { expect, test } from 'vitest';
import { pictures } from '../../src/catalog/product-imports/pictures/picture-addresses.ts';
import { barcode, options, sku, tags } from '../../src/catalog/product-imports/reading/cell-readers.ts';
import { textOfHtml } from '../../src/catalog/product-imports/reading/html-text.ts';
import { withUnitOfSize } from '../../src/catalog/product-imports/reading/sizes.ts';
import { splitPath, splitTags } from '../../src/catalog/product-imports/reading/values.ts';
import { slugOf } from '../../src/catalog/products/products.queries.ts';
import { valueIn } from '../../src/core/db/database-problems.ts';
import { neutral, plainText } from '../../src/core/files/spreadsheet-text.ts';
import { containing } from '../../src/core/list/search-text.ts';
import { readable } from '../../src/core/paper/pdf.ts';
import { lettersOf, wordsOf } from '../../src/overview/search/words.ts';
import { guessText } from '../../src/service/inbound-mail/charset.ts';
import { htmlText } from '../../src/service/inbound-mail/html-text.ts';
import { partQuoted } from '../../src/service/inbound-mail/quoted-text.ts';
import { archiveKey } from '../../src/system/imports/files/archive-names.ts';
import type { ImportPlan } from '../../src/system/imports/imports.queries.ts';
import { recordRows, withSectionColumn } from '../../src/system/imports/reading/section-categories.ts';
import { suggestMapping } from '../../src/system/imports/reading/suggest-mapping.ts';
import { readRows } from '../../src/system/tables/csv-file.ts';
import { likeliestHeading } from '../../src/system/tables/heading.ts';
import { slowest } from './growth.ts';

/** A text as one cell, and as a row with many cells. */
const rowsOf = (text: string) =>
  Array.from({ length: 3 }, (_, at) => ({ number: at + 1, cells: [text, ...text.slice(0, 200)] }));
const columns = ['Name', 'SKU', 'Price'];
const plan = {
  columns,
  mapping: { name: 'Name', sku: 'SKU', price: 'Price' },
  options: { rowsBetween: 'categories' },
} as unknown as ImportPlan;

/** Functions that read text from outside without a regular expression, or with several. Maintained by hand. */
const parsers: Record<string, (text: string) => unknown> = {
  'the heading of a table': (text) => likeliestHeading(rowsOf(text)),
  // Their names are truncated when the table is read.
  'names of columns': (text) => suggestMapping([text.slice(0, 200)], productImportTable),
  'categories from sections': (text) => {
    const recordOf = recordRows(withSectionColumn(plan, productImportTable), productImportTable);
    recordOf({ number: 1, cells: [text] });
    return recordOf({ number: 2, cells: ['Milk', 'M-1', '1'] });
  },
  'quoted text of emails': partQuoted,
  'HTML of emails': (text) => htmlText(text, 100_000),
  'bytes without a charset': (text) => guessText(Buffer.from(text)),
  'addresses of pictures': (text) => pictures(text, {}),
  'a size with its unit': (text) => withUnitOfSize({ unitSize: text }, { unitSize: text }),
  'a path of categories': splitPath,
  tags: (text) => [splitTags(text), tags(text, {})],
  'listed values': (text) => [splitList(text), splitPair(text), options(text, {})],
  codes: (text) => [sku(text, {}), barcode(text, {})],
  'a price of a file': (text) => importedCents(text, 'dollars'),
  'a price in a field': parseMoney,
  'a line of a form': normalLine,
  'text of a form': (text) => [normalText(text), normalMessage(text)],
  'a code of a form': (text) => [normalCode(text), normalDigits(text), normalPostalCode(text)],
  'an email address': normalEmail,
  'text without accents': foldText,
  'a phone number': (text) => [storedPhone(text), normalPhone(text)],
  'a description in HTML': textOfHtml,
  'a template': (text) => [
    fieldsIn(text),
    templateProblem(text, {}),
    fillTemplate(text, {}),
    fillParagraphs(text, {}),
  ],
  'a saved reply': (text) => [unknownReplyField(text), fillReply(text, {})],
  'a cell of a spreadsheet': (text) => [neutral(text), plainText(text)],
  'a search text': (text) => [wordsOf(text), lettersOf(text), containing(text)],
  'the name of a file in a ZIP': archiveKey,
  'the address of a product page': slugOf,
  'a message of the database': valueIn,
  'text on paper': (text) => readable(text, (code) => code < 0x250),
};

const pieces = [
  ...' \n\t,;:"\'\\|<>&(){}[].-–_=*#@/%$€!?0aé\u0000\u00a0\u202e字',
  ...['\r\n', '""', '{{', '}}', '{{ ', '{{}}', '<a', '<script', '</', '<!--', '<![CDATA[', '&#', '&amp;'],
  ...[
    '[a',
    '> ',
    '>\n',
    'a\n',
    '1,',
    '1.',
    '.0',
    'a ',
    ' a',
    '; ',
    ': ',
    ' > ',
    ', ',
    'https://',
    '.jpg,',
    '=(',
  ],
  // Combining marks, which composing sorts. Some are separated by a character that normalization removes.
  ...[
    '\u0323\u0301',
    '\u0345\u0323',
    "\u0323\u0301'",
    '\u0323\u0301\u200b',
    '\u200d',
    '\u{1f469}\u200d\u00a0',
  ],
  ...['a,', '"a', '"a"b', '--', '- ', 'x: y; ', "''", '\\;', ' 1', '1 ', '(512) ', '\ud83d\ude00', '\ud83d'],
];
const around = [
  ...[
    ['', ''],
    ['', 'x'],
    ['a', ''],
    ['a', 'x'],
    ['{{', ''],
    ['"', ''],
    ['"', '"b'],
    ['=(', ''],
  ],
  ['<p title="', ''],
] as const;
const shapes = new Map(
  pieces.flatMap((piece) =>
    around.map(([start, end]) => [
      JSON.stringify([start, piece, end]),
      (length: number) => start + piece.repeat(Math.ceil(length / piece.length)) + end,
    ]),
  ),
);

/** A parser can also reject a text if it does so quickly. */
const trying = (parse: (text: string) => unknown) => async (text: string) => {
  try {
    await parse(text);
  } catch {}
};

test.each(Object.entries(parsers))(
  'takes time in proportion to the text: %s',
  { timeout: 300_000 },
  async (_, parse) => {
    expect(await slowest(trying(parse), shapes)).toBeUndefined();
  },
);

test('takes time in proportion to the text: rows of CSV', { timeout: 300_000 }, async () => {
  const read = trying(async (text) => {
    for await (const _ of readRows(Readable.from([text]), ','));
  });
  const ofTables = new Map(
    ['"', '""', '"a', ',', '\n', '\r\n', '"a"b'].flatMap((piece) =>
      ['', '"'].map((start) => [
        JSON.stringify([start, piece]),
        (length: number) => start + piece.repeat(Math.ceil(length / piece.length)),
      ]),
    ),
  );

  expect(await slowest(read, ofTables)).toBeUndefined();
});
