import { joinList, joinPair } from '@aisle/contract/catalog/listed-values';
import type { ProductImportField } from '@aisle/contract/catalog/product-import-fields';
import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { LRUCache } from 'lru-cache';
import type { CellTexts } from '../../../system/imports/reading/row-reader.ts';
import { plainHeading } from '../../../system/imports/reading/suggest-mapping.ts';
import type { CsvRow } from '../../../system/tables/csv-file.ts';
import { namesCategories } from './category-paths.ts';
import type { CellValues } from './cells.queries.ts';
import { cellAt, type ShopColumns, shopColumns } from './shop-columns.ts';

/*
 * Exports of other shops have a row for each variant, and only the first row of a product has the product's data. Rows are
 * joined by a key such as the handle, or by the name if variants have their own names.
 */
type Texts = CellTexts<ProductImportField>;

/** Columns whose cells are product keys: "Handle" of Shopify, "Parent" of WooCommerce, "slug" of Spree. */
const keyHeadings = new Set([
  'handle',
  'producthandle',
  'referencehandle',
  'urlhandle',
  'handleid',
  'slug',
  'productslug',
  'parent',
  'parentsku',
  'parentproduct',
  'parentid',
  'parentproductid',
  'parenthandle',
  'parentcode',
  'variantof',
  'parentitem',
  'parentitemcode',
  'parentexternalid',
  'ubergeordnetesprodukt',
  'superior',
  'producttemplate',
  'producttemplateid',
  'itemgroupid',
  'productinternalid',
  'productid',
  'id',
]);
/** Fields that all variants share. The first row of a product with a value counts. */
const shared = [
  'category',
  'otherCategory',
  'subCategory',
  'brand',
  'description',
  'badge',
  'tags',
  'specifications',
  'taxes',
  'addToHomePage',
  'productStatus',
] as const satisfies readonly ProductImportField[];
/** Fields that are given once for a product. */
const ofProduct = [...shared, 'status', 'inactive'] as const satisfies readonly ProductImportField[];
/** Fields of the product's row that apply to variants without a different value. */
const isOfParent = [
  ...ofProduct,
  'price',
  'salePrice',
  'costPrice',
  'unit',
  'unitSize',
] as const satisfies readonly ProductImportField[];
const ofVariant = ['sku', 'barcode', 'price'] as const satisfies readonly ProductImportField[];

/** Names that shops give to a product's only variant. */
const noVariant = new Set([
  'default',
  'default title',
  'default variant',
  'default option value',
  'regular',
  'standard',
]);
/** Types of rows that stand for several others, which have the prices. */
const parentKinds = new Set(['variable', 'variable-subscription', 'configurable', 'grouped', 'bundle']);
/** Types of rows for a variant, and of rows that only list a product's data. */
const variantKinds = new Set(['variant', 'sku', 'product_variation']);
const listKinds = new Set(['product_option', 'media', 'image']);
/** Types of rows that sell the items of other rows together. */
const collections = new Set(['configurable', 'grouped']);
/** Maximum number of products whose next rows are still expected. Shops list them together. */
const maxOpen = 1000;

export interface ShopProduct {
  title: string;
  /** Different from any other product of the file. */
  product: string;
  facts: Texts;
  optionNames: string[];
  /** The last variant read in the current batch. */
  last?: CellValues | undefined;
}

/** A row completed with its product's data, or data that it adds to another row. */
type ShopRow =
  | { texts: Texts; options: string[]; group: ShopProduct | undefined }
  | { texts: Texts; belongsTo: ShopProduct };

const isKeyed = ({ product }: ImportMapping): boolean =>
  product !== undefined && keyHeadings.has(plainHeading(product.replace(/[([][^)\]]{0,200}[)\]]/g, '')));

/** Whether rows are variants of the product that they name. True if there is no other key, but a column for variants. */
function isByName(columns: readonly string[], mapping: ImportMapping): boolean {
  if (mapping.product !== undefined || mapping.name === undefined || mapping.options !== undefined)
    return false;
  const { variation, options, lists, level } = shopColumns(columns, mapping);
  return variation >= 0 || options.length > 0 || lists !== undefined || level >= 0;
}

/** Whether a row only groups the items of other rows: "configurable" in Magento exports. */
export function groupsOthers(columns: readonly string[], mapping: ImportMapping) {
  const { type } = shopColumns(columns, mapping);
  return (cells: readonly string[]): boolean => collections.has(cellAt(cells, type).toLowerCase());
}

/** Medusa exports have category IDs instead of names. */
const hasCategoryIds = (columns: readonly string[], { category = '' }: ImportMapping): boolean =>
  plainHeading(category) === 'productcategory1' &&
  columns.some((column) => plainHeading(column) === 'variantid');

export const isOfOtherShop = (columns: readonly string[], mapping: ImportMapping): boolean =>
  isKeyed(mapping) || isByName(columns, mapping);

/** Notes for the user on how this file is read. */
export function shopNotes(columns: readonly string[], mapping: ImportMapping): string[] {
  const notes: string[] = [];
  if (isOfOtherShop(columns, mapping)) {
    const key = isKeyed(mapping) ? mapping.product : mapping.name;
    notes.push(`Rows with the same ${key} become sub-products of one product, named by their options.`);
  }
  if (namesCategories(mapping)) notes.push('Where a row names several categories, the first one is used.');
  if (hasCategoryIds(columns, mapping)) {
    notes.push(
      `${mapping.category} has IDs instead of names. After the check, choose one of your categories for each.`,
    );
  }
  return notes;
}

/** Whether a row continues the product of the row before it. */
export function continuesProduct(columns: readonly string[], mapping: ImportMapping) {
  const keyAt = columns.indexOf((isKeyed(mapping) ? mapping.product : mapping.name) ?? '');
  const nameAt = columns.indexOf(mapping.name ?? '');
  const isShop = isOfOtherShop(columns, mapping);
  return (before: CsvRow, row: CsvRow): boolean => {
    if (!isShop) return false;
    const key = cellAt(row.cells, keyAt);
    if (key === '') return cellAt(row.cells, nameAt) === '';
    return key.toLowerCase() === cellAt(before.cells, keyAt).toLowerCase();
  };
}

export class ShopRows {
  readonly #columns: ShopColumns;
  readonly #isMapped: boolean;
  readonly #isKeyed: boolean;
  readonly #continues: (before: CsvRow, row: CsvRow) => boolean;
  readonly #groups = new LRUCache<string, ShopProduct>({ max: maxOpen });
  /** The key of each product by name. */
  readonly #titles = new Map<string, string>();
  /** Rows of the batch that have variants. */
  #parents: ReadonlySet<number> = new Set();
  #previous: string | undefined;

  constructor(columns: readonly string[], mapping: ImportMapping) {
    this.#columns = shopColumns(columns, mapping);
    this.#isMapped = mapping.options !== undefined;
    this.#isKeyed = isKeyed(mapping);
    this.#continues = continuesProduct(columns, mapping);
  }

  /** The price before a sale, which Shopify lists beside the current price. */
  regularPriceOf(cells: readonly string[]): string {
    return cellAt(cells, this.#columns.regularPrice);
  }

  /** The surcharge of this row over its product. */
  surchargeOf(cells: readonly string[]): string {
    return cellAt(cells, this.#columns.surcharge);
  }

  /** Rows of earlier batches are already written and can't be extended. */
  startBatch(rows: readonly CsvRow[]): void {
    for (const group of this.#groups.values()) group.last = undefined;
    this.#parents = this.#parentsIn(rows);
  }

  read(cellTexts: Texts, { number, cells }: CsvRow): ShopRow {
    const texts = this.#whole(cellTexts, cells);
    const key = this.#keyOf(texts);
    if (key === undefined) return this.#withoutKey(texts, cells);
    this.#previous = key;
    const known = this.#groups.get(key);
    const addsNothing = ofVariant.every((field) => texts[field] === undefined);
    if (known && addsNothing) return { texts, belongsTo: known };
    const isParent = this.#parents.has(number);
    const group = known ?? this.#open([key], texts, isParent ? isOfParent : ofProduct);
    if (!group) return { texts, options: [], group: undefined };
    if (isParent) return this.#parentRow(group, texts, cells);
    return this.#variantRow(group, texts, cells);
  }

  #variantRow(group: ShopProduct, texts: Texts, cells: readonly string[]): ShopRow {
    // The product's row lists all values of its options.
    const isWhole = cellAt(cells, this.#columns.level).toLowerCase() === 'product';
    const options = this.#isMapped || isWhole ? [] : this.#optionsOf(group, cells);
    const name = this.#nameOf(group, texts, options, cells);
    const filled: Texts = { ...group.facts, ...texts, product: group.product, name };
    for (const field of shared) filled[field] = group.facts[field] ?? texts[field];
    // Pictures of the product's own row belong to its first variant.
    delete group.facts.pictures;
    return {
      texts: filled,
      options: options.map(([option, value]) => joinPair(option, value)),
      group,
    };
  }

  #parentRow(group: ShopProduct, texts: Texts, cells: readonly string[]): ShopRow {
    this.#optionsOf(group, cells);
    if (texts.pictures !== undefined) group.facts.pictures = texts.pictures;
    return { texts: {}, belongsTo: group };
  }

  /** A row without a key and a name is another variant of the product above it. */
  #keyOf({ product, name }: Texts): string | undefined {
    const key = (this.#isKeyed ? product : name)?.toLowerCase();
    return key ?? (name === undefined ? this.#previous : undefined);
  }

  /** Rows without option values, followed by variants with some. */
  #parentsIn(rows: readonly CsvRow[]): Set<number> {
    const parents = new Set<number>();
    const { level } = this.#columns;
    for (const [at, row] of rows.entries()) {
      const before = rows[at - 1];
      if (before && this.#continues(before, row)) continue;
      const kind = cellAt(row.cells, level).toLowerCase();
      if (level >= 0 ? kind !== 'product' : this.#hasOptions(row)) continue;
      const isVariant = (other: CsvRow) =>
        level >= 0 ? variantKinds.has(cellAt(other.cells, level).toLowerCase()) : this.#hasOptions(other);
      for (let next = at + 1; rows[next] && this.#continues(rows[next - 1]!, rows[next]!); next += 1) {
        if (isVariant(rows[next]!)) parents.add(row.number);
      }
    }
    return parents;
  }

  #hasOptions({ cells }: CsvRow): boolean {
    const { options, lists, variation } = this.#columns;
    return (
      options.some(({ value }) => cellAt(cells, value) !== '') ||
      (lists !== undefined && cellAt(cells, lists.values) !== '') ||
      cellAt(cells, variation) !== ''
    );
  }

  /** Completes a row with the values of further columns. */
  #whole(texts: Texts, cells: readonly string[]): Texts {
    const { tags, pictures, level, variantSku } = this.#columns;
    const kind = cellAt(cells, level).toLowerCase();
    const sku = variantKinds.has(kind) ? cellAt(cells, variantSku) : '';
    const filled = (columns: readonly number[]) =>
      columns.map((at) => cellAt(cells, at)).filter((text) => text !== '');
    return {
      ...texts,
      ...(sku !== '' && { sku }),
      ...(listKinds.has(kind) && { sku: undefined, barcode: undefined, price: undefined }),
      ...(tags.length > 1 && { tags: filled(tags).join(', ') || undefined }),
      ...(pictures.length > 1 && { pictures: joinList(filled(pictures)) || undefined }),
    };
  }

  /** Reads a row without a key: a WooCommerce product row, which its variations name as parent, or any other row. */
  #withoutKey(texts: Texts, cells: readonly string[]): ShopRow {
    this.#previous = undefined;
    const { type, id, template } = this.#columns;
    const isParent =
      parentKinds.has(cellAt(cells, type).toLowerCase()) || /^(?:1|yes|true)$/i.test(cellAt(cells, template));
    if (!isParent) return { texts, options: [], group: undefined };
    const number = cellAt(cells, id);
    const keys = [
      texts.sku?.toLowerCase(),
      ...(number === '' ? [] : [`id:${number}`, number.toLowerCase()]),
    ].filter((key) => key !== undefined);
    const group = this.#open(keys, texts, ofProduct);
    if (!group) return { texts, options: [], group: undefined };
    if (texts.pictures !== undefined) group.facts.pictures = texts.pictures;
    return { texts: {}, belongsTo: group };
  }

  #open(
    keys: readonly string[],
    texts: Texts,
    fields: readonly ProductImportField[],
  ): ShopProduct | undefined {
    const { name } = texts;
    const [key] = keys;
    if (name === undefined || key === undefined) return undefined;
    const taken = this.#titles.get(name.toLowerCase());
    if (taken === undefined) this.#titles.set(name.toLowerCase(), key);
    const group: ShopProduct = {
      title: name,
      product: taken === undefined || taken === key ? name : `${name} (${key})`,
      facts: Object.fromEntries(
        fields.flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]]])),
      ),
      optionNames: [],
    };
    for (const one of keys) this.#groups.set(one, group);
    return group;
  }

  /** Only the first row of a product names its options. */
  #optionsOf(group: ShopProduct, cells: readonly string[]): [name: string, value: string][] {
    const { options, lists } = this.#columns;
    const found = options.flatMap(({ name, value }, at) => {
      const named = typeof name === 'string' ? name : cellAt(cells, name);
      if (named !== '') group.optionNames[at] = named;
      // Colors of Wix: "#ff0000:Red".
      const text = cellAt(cells, value).replace(/^#[\da-f]{6}:/i, '');
      return [[group.optionNames[at], text] as const];
    });
    return [...found, ...(lists ? listedOptions(group, cells, lists) : [])].flatMap(([name, text]) =>
      name !== undefined && text !== '' && !noVariant.has(text.toLowerCase()) ? [[name, text]] : [],
    );
  }

  #nameOf(
    { title }: ShopProduct,
    { name }: Texts,
    options: readonly [string, string][],
    cells: readonly string[],
  ): string {
    if (name !== undefined && name !== title) return name;
    const variation = cellAt(cells, this.#columns.variation);
    const values = options.length > 0 ? options.map(([, value]) => value) : [variation];
    const distinct = values.filter((value) => value !== '' && !noVariant.has(value.toLowerCase()));
    // Some shops repeat the product's name in the variant's name.
    const isWhole = distinct.length === 1 && distinct[0]!.toLowerCase().includes(title.toLowerCase());
    return isWhole ? distinct[0]! : [title, ...distinct].join(' ');
  }
}

/** Reads all options from one cell: "size|color" as heading of "S|red", or "Type=Rectangle|Name=Size|Value=S". */
function listedOptions(
  group: ShopProduct,
  cells: readonly string[],
  { names, values }: { names: number; values: number },
): (readonly [string | undefined, string])[] {
  const cell = cellAt(cells, values);
  if (names < 0) {
    return [...cell.matchAll(/Name=([^|;]{0,200})\|Value=([^|;]{0,200})/gi)].map(
      ([, name = '', value = '']) => [name.trim() || undefined, value.trim()],
    );
  }
  const named = cellAt(cells, names);
  if (named !== '') group.optionNames = named.split('|').map((name) => name.trim());
  return cell.split('|').map((value, at) => [group.optionNames[at], value.trim()]);
}
