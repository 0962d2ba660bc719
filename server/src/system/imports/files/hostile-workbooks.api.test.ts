import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { uploadFile } from '../../../../test/import-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { archive, rowXml, workbook } from '../../../../test/workbook-builders.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add'] });

const heading = rowXml(['sku', 'name', 'category', 'price']);
const row = rowXml(['A1', 'Milk', 'dairy', '1.95']);
const goods = (rows: string) => workbook({ sheets: { Goods: heading + rows } });
const whole = goods(row);
const sheetPart = 'xl/worksheets/sheet0.xml';
const withPart = (part: Parameters<typeof archive>[0][string]) =>
  workbook({ sheets: { Goods: '' }, more: { [sheetPart]: part } });
const older = (inside: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(70_000),
    Buffer.from(inside, 'utf16le'),
  ]);
const entities = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>`;

test.each<[string, Buffer, string]>([
  ['cut off', whole.subarray(0, whole.length - 200), 'is damaged'],
  ['overwritten', Buffer.concat([whole.subarray(0, 60), randomBytes(80), whole.subarray(140)]), 'is damaged'],
  ['only called so', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)]), 'is damaged'],
  ['an archive without a table', archive({ 'goods.txt': 'sku,name' }), 'no CSV or Excel file'],
  ['an OpenDocument file', archive({ 'content.xml': '<a/>', mimetype: 'x' }), 'OpenDocument'],
  ['a letter', workbook({ sheets: {}, main: 'word/document.xml' }), "isn't an Excel file"],
  ['a binary workbook', workbook({ sheets: {}, main: 'xl/workbook.bin' }), 'XLSB'],
  ['an older Excel format', older('Workbook'), 'older Excel format'],
  ['protected by a password', older('EncryptedPackage'), 'password'],
  ['an encrypted archive', withPart({ bytes: Buffer.from('x'), encrypted: true }), 'password'],
  ['without rows', goods(''), 'No sheet has a heading and rows'],
  ['without sheets', workbook({ sheets: {} }), 'No sheet has a heading and rows'],
  ['cut off within a row', withPart('<worksheet><sheetData><row><c>'), 'is damaged'],
  ['full of entities', withPart(entities), 'is damaged'],
  ['a bomb that says so', withPart({ bytes: Buffer.alloc(1000), declared: 4_000_000_000 }), 'too large'],
  ['a bomb that does not', withPart({ bytes: Buffer.alloc(9_000_000), declared: 1000 }), 'is damaged'],
  ['one endless text', withPart(`<worksheet><c><v>${' '.repeat(9_000_000)}`), 'is damaged'],
  ['rows that go back', goods(rowXml(['A'], 'r="9"') + rowXml(['B'], 'r="8"')), 'is damaged'],
  ['rows without end', goods(rowXml(['A'], 'r="99999999"')), 'is damaged'],
  ['columns without end', goods('<row><c r="ZZZ3"><v>1</v></c></row>'), 'is damaged'],
])('rejects a workbook (%s) and says what to do', async (_, bytes, reason) => {
  const refused = await uploadFile(manager, bytes, 'goods.xlsx');

  expect([refused.status, refused.code]).toEqual([400, 'imports.unreadable']);
  expect(refused.message).toContain(reason);
});

test('limits the text of thousands of cells that refer to one long text', async () => {
  const texts = `<si><t>${'x'.repeat(39_000)}</t></si>`;
  const many = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(1000);

  const refused = await uploadFile(manager, workbook({ sheets: { Goods: heading + many }, texts }));

  expect(refused.message).toContain('more than 50 MB of text');
});

test('reads a missing shared text as an empty cell and a missing format as a plain number', async () => {
  const { data } = await uploadFile(
    manager,
    goods('<row><c t="s"><v>99</v></c><c s="77"><v>2.5</v></c><c><v>many</v></c></row>'),
  );

  expect(data.sample).toEqual([['', '2.5', 'many']]);
});
