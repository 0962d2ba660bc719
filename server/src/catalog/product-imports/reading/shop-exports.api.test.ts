import { productRoutes } from '@aisle/contract/catalog/products';
import type { ImportRow } from '@aisle/contract/system/imports/import-rows';
import { expect, test } from 'vitest';
import { checkFile, rowsOf, runImported, uploadFile } from '../../../../test/import-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({
  permissions: ['product_add', 'product_edit', 'product_list', 'product_view'],
});
await shop.jobs.start();

const bring = async (csv: string) => runImported(manager, await checkFile(manager, csv));
async function productNamed(name: string) {
  const { records } = await manager.do(productRoutes.list, { body: { search: name } });
  return manager.do(productRoutes.show, { params: { id: records.find((one) => one.name === name)!._id } });
}
const after = (row: ImportRow, field: string) => row.changes.find((change) => change.field === field)?.after;

const shopify = `Handle,Title,Body (HTML),Vendor,Product Category,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Image Src,Status
coffee,House Coffee,<p>Roasted &amp; ground.</p><ul><li>Strong</li></ul>,Bean Bros,Drinks > Coffee,true,Size,250 g,SHC-1,5.00,8.00,https://pictures.example/1.jpg,active
coffee,,,,,,,500 g,SHC-2,9.00,,,
coffee,,,,,,,,,,,https://pictures.example/2.jpg,
tea,House Tea,,,Drinks > Tea,false,Title,Default Title,SHT-1,4.00,,,draft
tea-1,House Tea,,,Drinks > Tea,true,Title,Default Title,SHT-2,4.50,,,active
`;

test('imports a Shopify export as products with variants named by their options', async () => {
  const { data: uploaded } = await uploadFile(manager, shopify);
  expect(uploaded.notes).toEqual([
    'Rows with the same Handle become sub-products of one product, named by their options.',
  ]);

  const checked = await checkFile(manager, shopify);

  // A row with only a picture adds it to the row before.
  expect(checked.counts).toEqual({ rows: 5, new: 4, changed: 0, same: 1, errors: 0 });
  const [first, second] = await rowsOf(manager, checked, { kind: 'new' });
  expect([first!.name, second!.name]).toEqual(['House Coffee 250 g', 'House Coffee 500 g']);
  expect(after(first!, 'options')).toEqual(['Size: 250 g']);
  expect([after(first!, 'price'), after(first!, 'salePrice')]).toEqual([800, 500]);
  expect([after(second!, 'price'), after(second!, 'salePrice')]).toEqual([900, undefined]);
  expect(after(second!, 'pictures')).toEqual(['https://pictures.example/2.jpg']);

  // Removes pictures whose host does not exist.
  const withoutPictures = shopify.replaceAll(/https:[^,\n]*/g, '');
  await bring(withoutPictures);

  expect(await productNamed('House Coffee')).toMatchObject({
    description: 'Roasted & ground.\nStrong',
    brandData: { name: 'Bean Bros' },
    categoryData: { name: 'Coffee' },
    subProducts: [
      { name: 'House Coffee 250 g', sku: 'SHC-1', status: true },
      { name: 'House Coffee 500 g', sku: 'SHC-2', status: true },
    ],
  });
  expect(await productNamed('House Tea')).toMatchObject({
    status: false,
    subProducts: [{ name: 'House Tea', sku: 'SHT-1', status: false }],
  });
  expect(await productNamed('House Tea (tea-1)')).toMatchObject({ subProducts: [{ name: 'House Tea' }] });
  const again = await checkFile(manager, withoutPictures);
  expect(again.counts).toMatchObject({ new: 0, changed: 0, same: 5, errors: 0 });
});

test('fills WooCommerce variations from the row of their product', async () => {
  const woo = `ID,Type,SKU,Name,Published,Description,Tax status,Weight (kg),Sale price,Regular price,Categories,Tags,Parent,Attribute 1 name,Attribute 1 value(s)
10,variable,WOO-1,Plum Jam,1,<b>Sweet</b>,taxable,,,,"Pantry > Jams, Breakfast",jam,,Jar,"Small, Large"
11,variation,WOO-1-S,Plum Jam - Small,1,,taxable,0.3,3.99,4.5,,,WOO-1,Jar,Small
12,variation,WOO-1-L,Plum Jam - Large,1,,taxable,0.6,,7.5,,,WOO-1,Jar,Large
20,variable,,Fig Jam,1,,taxable,,,,Pantry,,,Jar,Small
21,variation,WOO-2-S,Fig Jam - Small,1,,taxable,0.3,,5,,,id:20,Jar,Small
30,simple,WOO-3,Honey,0,,taxable,,,9,Pantry,,,,
`;
  const checked = await checkFile(manager, woo);
  expect(checked.problemGroups).toEqual([]);
  expect(checked.counts).toEqual({ rows: 6, new: 4, changed: 0, same: 2, errors: 0 });
  expect(checked.notes.at(-1)).toBe('Where a row names several categories, the first one is used.');

  await runImported(manager, checked);

  expect(await productNamed('Plum Jam')).toMatchObject({
    description: 'Sweet',
    tags: ['jam'],
    categoryPath: [{ name: 'Pantry' }],
    categoryData: { name: 'Jams' },
    subProducts: [
      { name: 'Plum Jam - Small', optionValues: { Jar: 'Small' }, unit: 'kg', unitSize: 0.3, salePrice: 399 },
      { name: 'Plum Jam - Large', optionValues: { Jar: 'Large' }, unit: 'kg', unitSize: 0.6 },
    ],
  });
  expect(await productNamed('Fig Jam')).toMatchObject({ subProducts: [{ sku: 'WOO-2-S' }] });
  expect(await productNamed('Honey')).toMatchObject({ status: false });
});

test('imports the variations of a Square item as sub-products of one product', async () => {
  await bring(
    `Reference Handle,Token,Item Name,Variation Name,SKU,Categories,Price
#soup,T1,Leek Soup,Regular,SQ-1,Soups,4.25
#soup,T2,Leek Soup,Large,SQ-2,Soups,6.25
`,
  );

  expect(await productNamed('Leek Soup')).toMatchObject({
    subProducts: [{ name: 'Leek Soup' }, { name: 'Leek Soup Large' }],
  });
});

test('takes the barcode of a Medusa export from any column, and reports category IDs', async () => {
  const medusa = `Product Id,Product Title,Product Handle,Product Status,Product Category 1,Product Tag 1,Product Tag 2,Product Thumbnail,Product Image 1 Url,Product Image 2 Url,Variant Id,Variant Title,Variant Sku,Variant Barcode,Variant Ean,Variant Price USD,Variant Price EUR,Variant Option 1 Name,Variant Option 1 Value
prod_1,Oat Milk,oat-milk,published,pcat_1,vegan,oats,https://pictures.example/1.jpg,https://pictures.example/1.jpg,https://pictures.example/2.jpg,variant_1,1 l,MED-1,,4006381333931,3.5,3.2,Size,1 l
prod_1,Oat Milk,oat-milk,published,pcat_1,vegan,oats,https://pictures.example/1.jpg,https://pictures.example/1.jpg,https://pictures.example/2.jpg,variant_2,2 l,MED-2,,,6,5.5,Size,2 l
prod_2,Rye Bread,rye,draft,pcat_2,,,,,,variant_3,Default variant,MED-3,,,4,,Default option,Default option value
`;
  const checked = await checkFile(manager, medusa);

  expect(checked.mapping.barcode).toBe('Variant Ean');
  expect(checked.notes.at(-1)).toBe(
    'Product Category 1 has IDs instead of names. After the check, choose one of your categories for each.',
  );
  const [first] = await rowsOf(manager, checked, { kind: 'new' });
  expect(after(first!, 'pictures')).toEqual([
    'https://pictures.example/1.jpg',
    'https://pictures.example/2.jpg',
  ]);
  // Removes pictures whose host does not exist.
  await bring(medusa.replaceAll(/https:[^,\n]*/g, ''));
  expect(await productNamed('Oat Milk')).toMatchObject({
    tags: ['vegan', 'oats'],
    subProducts: [
      { name: 'Oat Milk 1 l', barcode: '4006381333931', price: 350, optionValues: { Size: '1 l' } },
      { name: 'Oat Milk 2 l', price: 600 },
    ],
  });
  expect(await productNamed('Rye Bread')).toMatchObject({
    status: false,
    subProducts: [{ name: 'Rye Bread', optionValues: {} }],
  });
});

test('keeps rows of a product in one batch, and rejects pictures whose product row has errors', async () => {
  // The check reads batches of 250 rows.
  const simple = Array.from({ length: 249 }, (_, at) => `h${at},Thing ${at},x,CUT-${at},1.00,`);
  const csv = [
    'Handle,Title,Type,Variant SKU,Variant Price,Image Src',
    ...simple,
    'last,Last,x,CUT-L,1.00,',
    'last,,,,,https://pictures.example/3.jpg',
    'wrong,Wrong,x,CUT-W,free,',
    'wrong,,,,,https://pictures.example/4.jpg',
  ].join('\n');

  const checked = await checkFile(manager, csv);

  expect(checked.counts).toEqual({ rows: 253, new: 250, changed: 0, same: 1, errors: 2 });
  const errors = await rowsOf(manager, checked, { kind: 'error' });
  expect(errors.map(({ row, problems }) => [row, problems[0]!.message])).toEqual([
    [253, "Isn't a price above 0 with at most 2 decimals"],
    [254, 'The row of its product has errors'],
  ]);
});

test('reads a size with its unit, and a number below a heading with a unit', async () => {
  const checked = await checkFile(
    manager,
    'sku,name,category,price,size\nSZ-1,Oil,x,1,500 ml\nSZ-2,Rice,x,1,"1,5 kg"\nSZ-3,Eggs,x,1,6\nSZ-4,Beer,x,1,6 x 330 ml\n',
  );
  const weighed = await checkFile(manager, 'sku,name,category,price,Weight (g)\nSZ-5,Salt,x,1,250\n');

  const rows = [...(await rowsOf(manager, checked)), ...(await rowsOf(manager, weighed))];
  expect(rows.map((row) => [row.sku, after(row, 'unitSize'), after(row, 'unit')])).toEqual([
    ['SZ-1', 500, 'ml'],
    ['SZ-2', 1.5, 'kg'],
    ['SZ-3', 6, undefined],
    ['SZ-4', 1980, 'ml'],
    ['SZ-5', 250, 'g'],
  ]);
  expect(checked.counts).toMatchObject({ new: 4, errors: 0 });
});

test('uses the first row with a value for fields that variants share', async () => {
  const feed = `id,title,description,price,product type,item group id
FEED-S,Fig jam,Small jar,4.50 USD,Jams,FIG
FEED-L,Fig jam,Large jar,7.50 USD,Jams,FIG
FEED-X,Honey,Clear,9.00 USD,Honey,
`;
  await bring(feed);

  expect(await productNamed('Fig jam')).toMatchObject({ description: 'Small jar' });
  expect((await checkFile(manager, feed)).counts).toMatchObject({ new: 0, changed: 0, same: 3, errors: 0 });
});

test('offers a category for rows without a SKU as well', async () => {
  const checked = await checkFile(manager, 'sku,name,price\nNO-CAT,Dates,3.00\n,Figs,4.00\n');

  expect(checked.problemGroups).toMatchObject([
    { rows: 2, cause: 'uncategorized', examples: ['NO-CAT', 'Figs'] },
  ]);
});

test('uses the first of several labels as the category', async () => {
  const checked = await checkFile(
    manager,
    'Clover ID,Name,Price,Price Type,SKU,Hidden,Labels\nC1,Olive oil,12.99,Fixed,CLO-1,No,"Pantry, Oils"\n',
  );

  const [row] = await rowsOf(manager, checked);
  expect(after(row!, 'category')).toBe('Pantry');
});
