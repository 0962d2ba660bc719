import type { ProductImportField } from '@aisle/contract/catalog/product-import-fields';
import { plainDecimal } from '@aisle/contract/system/imports/import-numbers';
import type { FieldFits, SeenColumn } from '../../../system/imports/reading/suggest-mapping.ts';
import { isAddress } from '../pictures/picture-addresses.ts';
import { badge, statusWord } from './cell-readers.ts';
import { isCase } from './sizes.ts';
import { measureOf } from './units.ts';

/*
 * Headings such as "Type", "Code" or "Visibility" have different meanings in different programs. The column's values show
 * which one applies: a column that doesn't fit a field is suggested for another field, or for none.
 */

/** A column without values fits any heading. */
const mostly =
  (test: (value: string) => boolean) =>
  ({ values }: SeenColumn): boolean =>
    values.filter(test).length * 2 >= values.length;
const all =
  (test: (value: string) => boolean) =>
  ({ values }: SeenColumn): boolean =>
    values.length > 0 && values.every(test);

/** Types of rows and products that programs write in a type column. */
const kinds = new Set(
  [
    'simple|main|variable|variation|variable-subscription|subscription|grouped|external|configurable|bundle|virtual|composite',
    'downloadable|product|variant|sku|image|physical|digital|service|services|consumable|storable product|storable',
    'goods|combo|rule|master|standard|default|regular|kit|pack|standard product|product_variation|simple product',
    'product_option|option|modifier|affiliate|auction|composite_product|physical good|alcohol|event|food & beverage|prepared food and beverage|gift_card|membership|donation',
  ]
    .join('|')
    .split('|'),
);
const isKind = (value: string): boolean =>
  value.split(',').every((part) => kinds.has(part.trim().toLowerCase()));
/** Most values are known types; programs add types we don't know. */
const areKinds = (column: SeenColumn): boolean => column.values.length > 0 && mostly(isKind)(column);

const isNumber = (value: string): boolean => plainDecimal(value) !== undefined;
const isAmount = (value: string): boolean => isNumber(value) || /\d/.test(value);
const isZero = (value: string): boolean => Number(plainDecimal(value, 'point')) === 0;
const isYesOrNo = (value: string): boolean => 'value' in statusWord(value, {});
const isPair = (value: string): boolean => /^[^:]+:/.test(value) && !isAddress(value);
/** 8 to 14 digits with a correct check digit. */
function isGtin(value: string): boolean {
  const digits = value.replace(/^'|[\s-]/g, '');
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false;
  const sum = [...digits.padStart(14, '0')].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}
const isCode = (value: string): boolean => /\d/.test(value) && !/\s/.test(value);
/** Departments are often numbered; any other number in a category column is an ID. */
const numberedCategories =
  /dep(?:artmen)?t|class|wgr|warengruppe|abteilung|familia|famille|rayon|section|seccion/;

/** IDs of another program identify a row if each row has a different one. */
const ids = new Set('productid itemid id externalid systemid variantid cloverid token uuid'.split(' '));
/** Headings that are more often names than codes. */
const vague = new Set('item product article artikel articulo produkt producto produit'.split(' '));
/** Headings of codes that can hold barcodes. */
const maybeBarcodes = new Set(
  'code productcode itemcode articlecode artikelnummer artikelnr plu id referencia codigo reference'.split(
    ' ',
  ),
);
/** Headings of quantities and of sizes, which have a unit. */
const isQuantity = (heading: string): boolean =>
  /^(?:product|item|article)?(?:quantity|quantite|cantidad|menge)$|^pack$/.test(heading);
const ofZip = new Set('pictures picture images image photos photo bilder bild imagenes imagen'.split(' '));
/** A path from the root belongs to the other program's server. */
const isPictureName = (value: string): boolean => /^[^/].*\.(?:jpe?g|png|webp|avif|gif)\b/i.test(value);
const parentIds = new Set('itemgroupid productinternalid productid id'.split(' '));

const fitsSku = (column: SeenColumn, has: (field: string) => boolean): boolean => {
  const { heading, isUnique, values } = column;
  if (ids.has(heading))
    return isUnique && !(maybeBarcodes.has(heading) && values.every(isGtin) && !has('barcode'));
  if (vague.has(heading)) return isUnique && mostly(isCode)(column);
  return !maybeBarcodes.has(heading) || has('barcode') || !values.every(isGtin);
};

/** In price lists, a short description is the item's name. Longer texts describe items that have a name. */
const isShort = (column: SeenColumn, has: (field: string) => boolean): boolean => {
  const isOnlyName = /^(?:item|article|product)desc|^desc.+del?(?:producto|articulo)|^artikelbesch/.test(
    column.heading,
  );
  return (
    isOnlyName || (has('price') && mostly((value) => value.length <= 100 && !/[<>]/.test(value))(column))
  );
};

const fits: { [Field in ProductImportField]?: FieldFits[string] } = {
  name: (column, has) =>
    (!/desc|beschr/.test(column.heading) || isShort(column, has)) &&
    mostly((value) => /\p{L}/u.test(value))(column) &&
    !all(isKind)(column) &&
    !(vague.has(column.heading) && mostly(isCode)(column) && has('name')),
  sku: fitsSku,
  barcode: (column) =>
    maybeBarcodes.has(column.heading)
      ? all(isGtin)(column)
      : mostly((value) => /\d{6}/.test(value.replace(/[\s-]/g, '')) || /^\d[.,\d]*E\+?\d+$/i.test(value))(
          column,
        ),
  category: (column) =>
    !areKinds(column) &&
    (numberedCategories.test(column.heading) || !all((value) => /^[\d,;\s|]+$/.test(value))(column)),
  // "product_category_2" of Ecwid is another category, not a subcategory of the first one.
  subCategory: (column) =>
    !column.heading.startsWith('productcategory') &&
    !mostly((value) => /\s(?:>|->|›|»)\s/.test(value))(column),
  price: (column, has) =>
    mostly(isAmount)(column) &&
    !all(isZero)(column) &&
    (column.heading !== 'saleprice' || (has('name') && (has('category') || has('costPrice')))),
  salePrice: mostly(isAmount),
  costPrice: mostly(isAmount),
  // A vendor is the brand only for programs such as Shopify, which have no other column for brands.
  brand: (column, has) =>
    !all((value) => /^\d+$/.test(value))(column) && (!column.heading.startsWith('vendor') || has('product')),
  unit: mostly((value) => measureOf(value) !== undefined),
  unitSize: (column) =>
    // A quantity is the package size if a unit is beside it; otherwise it is the quantity in stock.
    (column.values.length === 0 || !mostly(isCase)(column)) &&
    mostly(
      (value) =>
        (isQuantity(column.heading) ? /\d\s*\p{L}/u : /^\W*\d|^[½¼¾]/).test(value) ||
        measureOf(value) !== undefined,
    )(column) &&
    (column.values.length > 0 || !isQuantity(column.heading)),
  soldByWeight: mostly(isYesOrNo),
  minPerOrder: mostly(isNumber),
  maxPerOrder: mostly(isNumber),
  status: mostly(isYesOrNo),
  inactive: mostly(isYesOrNo),
  productStatus: mostly(isYesOrNo),
  addToHomePage: mostly(isYesOrNo),
  // A product ID joins variants. An ID that is different in each row identifies the row.
  product: ({ heading, isUnique }) => !parentIds.has(heading) || !isUnique,
  badge: mostly((value) => 'value' in badge(value, {})),
  options: mostly(isPair),
  specifications: mostly(isPair),
  // File names need a ZIP, because other programs list file names of their own servers.
  pictures: (column) =>
    mostly((value) => isAddress(value) || (ofZip.has(column.heading) && isPictureName(value)))(column),
};
export const productFits: FieldFits = fits;
