import { productImportTable } from '@aisle/contract/catalog/product-import-fields';
import { expect, test } from 'vitest';
import { suggestMapping } from './suggest-mapping.ts';

const mappingOf = (heading: string) => suggestMapping(heading.split(';'), productImportTable);

test.each([
  [
    'German',
    'Artikelnummer;Bezeichnung;Warengruppe;Verkaufspreis (EUR);Strichcode;Marke;Größe',
    {
      sku: 'Artikelnummer',
      name: 'Bezeichnung',
      category: 'Warengruppe',
      price: 'Verkaufspreis (EUR)',
      barcode: 'Strichcode',
      brand: 'Marke',
      unitSize: 'Größe',
    },
  ],
  [
    'Spanish',
    'Código;Descripción;Artículo;Categoría;Precio con IVA;Código de barras;Marca;Tamaño;PVP €',
    {
      sku: 'Código',
      name: 'Artículo',
      category: 'Categoría',
      price: 'PVP €',
      barcode: 'Código de barras',
      brand: 'Marca',
      unitSize: 'Tamaño',
      description: 'Descripción',
    },
  ],
  [
    'French',
    'Référence;Désignation;Rayon;Sous-rayon;Prix TTC;Code-barres;Marque;Contenance',
    {
      sku: 'Référence',
      name: 'Désignation',
      category: 'Rayon',
      subCategory: 'Sous-rayon',
      price: 'Prix TTC',
      barcode: 'Code-barres',
      brand: 'Marque',
      unitSize: 'Contenance',
    },
  ],
  [
    'Shopify',
    'Handle;Title;Body (HTML);Vendor;Product Category;Type;Tags;Published;Option1 Name;Option1 Value;Variant SKU;Variant Inventory Qty;Variant Price;Variant Compare At Price;Variant Barcode;Image Src;Cost per item;Status',
    {
      product: 'Handle',
      name: 'Title',
      description: 'Body (HTML)',
      brand: 'Vendor',
      category: 'Product Category',
      tags: 'Tags',
      productStatus: 'Published',
      sku: 'Variant SKU',
      price: 'Variant Price',
      barcode: 'Variant Barcode',
      costPrice: 'Cost per item',
      status: 'Status',
      pictures: 'Image Src',
    },
  ],
  [
    'WooCommerce',
    'ID;Type;SKU;GTIN, UPC, EAN, or ISBN;Name;Published;Is featured?;Description;Sale price;Regular price;Categories;Tags;Images;Brands;Parent',
    {
      sku: 'SKU',
      barcode: 'GTIN, UPC, EAN, or ISBN',
      name: 'Name',
      productStatus: 'Published',
      addToHomePage: 'Is featured?',
      description: 'Description',
      salePrice: 'Sale price',
      price: 'Regular price',
      category: 'Categories',
      tags: 'Tags',
      brand: 'Brands',
      product: 'Parent',
      pictures: 'Images',
    },
  ],
  [
    'Square',
    'Token;Item Name;Variation Name;SKU;Description;Categories;Reporting Category;GTIN;Price;Online Sale Price;Default Unit Cost',
    {
      name: 'Item Name',
      sku: 'SKU',
      description: 'Description',
      category: 'Categories',
      barcode: 'GTIN',
      price: 'Price',
      salePrice: 'Online Sale Price',
      costPrice: 'Default Unit Cost',
    },
  ],
  [
    'Medusa',
    'Product Id;Product Title;Product Subtitle;Product Status;Product External Id;Product Description;Product Handle;Product Discountable;Product Thumbnail;Product Collection Id;Product Type Id;Product Weight;Product Hs Code;Product Created At;Product Image 1;Product Tag 1;Product Sales Channel 1;Product Category 1;Variant Id;Variant Title;Variant Sku;Variant Barcode;Variant Ean;Variant Upc;Variant Allow Backorder;Variant Price USD;Variant Price EUR;Variant Option 1 Id;Variant Option 1 Name;Variant Option 1 Value',
    {
      product: 'Product Handle',
      name: 'Product Title',
      description: 'Product Description',
      productStatus: 'Product Status',
      category: 'Product Category 1',
      tags: 'Product Tag 1',
      pictures: 'Product Thumbnail',
      sku: 'Variant Sku',
      barcode: 'Variant Barcode',
      price: 'Variant Price USD',
      unitSize: 'Product Weight',
    },
  ],
])('maps the headings of %s', (_, heading, mapping) => {
  expect(mappingOf(heading)).toEqual(mapping);
});

test('maps English headings, and prices with brackets and taxes', () => {
  expect(mappingOf('Item code;Item;Department;Retail [USD];Cost')).toEqual({
    sku: 'Item code',
    name: 'Item',
    category: 'Department',
    price: 'Retail [USD]',
    costPrice: 'Cost',
  });
});

test("maps an item number to the SKU, and doesn't map a tax status to the status", () => {
  expect(mappingOf('Item #;Item Description;Dept.;Unit Retail;UPC/EAN;Tax status')).toEqual({
    sku: 'Item #',
    name: 'Item Description',
    category: 'Dept.',
    price: 'Unit Retail',
    barcode: 'UPC/EAN',
  });
});
