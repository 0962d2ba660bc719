import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { brands } from './brands.ts';
import { categories, categoryByKey } from './categories.ts';
import { allDrawings, pictureFiles, picturesFolder } from './drawings.ts';
import { locations } from './locations.ts';
import { buildCustomers, customers, drivers, staff } from './people.ts';
import { brandLogo, productPicture, storePicture } from './picture.ts';
import { buildProducts, checkDigit, products } from './products.ts';
import { taxes } from './taxes.ts';
import { vendors } from './vendors.ts';

const subProducts = products.flatMap((product) => product.subProducts);
const people = [...customers, ...staff, ...drivers, ...locations, ...vendors];

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);

test('contains about six hundred products in every department', () => {
  const departments = categories.filter(({ parentKey }) => parentKey === null).map(({ key }) => key);

  expect(products.length).toBeGreaterThanOrEqual(580);
  expect(products.length).toBeLessThanOrEqual(620);
  expect(new Set(products.map(({ departmentKey }) => departmentKey))).toEqual(new Set(departments));
});

test('uses each key, SKU, barcode, phone number and email once', () => {
  expect(repeated(products.map(({ key }) => key))).toEqual([]);
  expect(repeated(categories.map(({ key }) => key))).toEqual([]);
  expect(repeated(subProducts.map(({ key }) => key))).toEqual([]);
  expect(repeated(subProducts.map(({ sku }) => sku))).toEqual([]);
  expect(repeated(subProducts.map(({ barcode }) => barcode))).toEqual([]);
  expect(repeated(people.map(({ phone }) => phone))).toEqual([]);
  expect(repeated(people.map(({ email }) => email.toLowerCase()))).toEqual([]);
});

test('ends every barcode with its check digit, in the in-store ranges', () => {
  expect(checkDigit('03600029145')).toBe(2);
  for (const { barcode } of subProducts) {
    expect(barcode).toMatch(/^[24]\d{11}$/);
    expect(Number(barcode.at(-1))).toBe(checkDigit(barcode.slice(0, -1)));
  }
});

test('sets prices in whole cents above the cost, and sale prices in between', () => {
  for (const { price, salePrice, costPrice } of subProducts) {
    expect(Number.isInteger(price) && Number.isInteger(costPrice)).toBe(true);
    expect(costPrice).toBeGreaterThan(0);
    expect(price).toBeGreaterThan(costPrice);
    if (salePrice !== null) expect(salePrice > 0 && salePrice < price).toBe(true);
  }
});

test('refers only to existing brands, categories, taxes and specifications', () => {
  const brandKeys = new Set(brands.map(({ key }) => key));
  const taxKeys = new Set(taxes.map(({ key }) => key));
  for (const product of products) {
    const category = categoryByKey.get(product.categoryKey);
    expect(category, product.categoryKey).toBeDefined();
    if (product.brandKey) expect(brandKeys).toContain(product.brandKey);
    if (product.taxKey) expect(taxKeys).toContain(product.taxKey);
    for (const { name, type, options, required } of category?.specifications ?? []) {
      const value = product.specifications[name];
      if (required) expect(value, `${product.key}: ${name}`).toBeDefined();
      if (type === 'option' && value !== undefined) expect(options, product.key).toContain(value);
    }
  }
});

test('gives the variants of a product different options', () => {
  for (const { key, subProducts: variants } of products) {
    expect(repeated(variants.map(({ optionValues }) => JSON.stringify(optionValues))), key).toEqual([]);
  }
});

test('places customers where the nearest store delivers', () => {
  for (const { addresses, locationKey } of customers) {
    const store = locations.find(({ key }) => key === locationKey)!;
    const home = addresses[0]!;
    const km = Math.hypot((home.latitude - store.latitude) * 111, (home.longitude - store.longitude) * 96);
    expect(km).toBeLessThan(store.deliveryRadiusKm);
    expect(addresses.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  }
});

test('creates the same marketplace for the same seed, and another one for another seed', () => {
  expect(buildProducts(7)).toEqual(buildProducts(7));
  expect(buildCustomers(50, 7)).toEqual(buildCustomers(50, 7));
  expect(buildCustomers(50, 7)).not.toEqual(buildCustomers(50, 8));
});

test('has a picture for every sub-product, brand and store', () => {
  for (const product of products) expect(productPicture(product)).not.toMatch(/undefined|NaN/);
  for (const brand of brands) expect(brandLogo(brand)).not.toMatch(/undefined|NaN/);
  for (const location of locations) expect(storePicture(location)).not.toMatch(/undefined|NaN/);
});

test('ships a ready-made picture of every drawing, and no others', async () => {
  const files = allDrawings().flatMap((svg) => Object.values(pictureFiles(svg)));

  // npm run demo:pictures draws the missing ones.
  expect((await readdir(picturesFolder)).sort()).toEqual(files.sort());
});
