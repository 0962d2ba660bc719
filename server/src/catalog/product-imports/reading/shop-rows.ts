import { joinList, joinPair } from '@aisle/contract/catalog/listed-values';
import type { ProductImportField } from '@aisle/contract/catalog/product-import-fields';
import type { ImportMapping } from '@aisle/contract/system/import-fields';
import { LRUCache } from 'lru-cache';
import type { CellTexts } from '../../../system/imports/reading/row-reader.ts';
import { plainHeading } from '../../../system/imports/reading/suggest-mapping.ts';
import type { CsvRow } from '../../../system/tables/csv-file.ts';
import type { CellValues } from './cells.queries.ts';
import { textOfHtml } from './html-text.ts';

/*
 * Exports of other shops have a row for each variant, and only the first row of a product says what it is. What joins
 * them is a key such as the handle, not a name.
 */
type Texts = CellTexts<ProductImportField>;

/** Columns whose cells are keys of products: "Handle" of Shopify, "Parent" of WooCommerce, "Reference Handle" of Square. */
const keyHeadings = new Set([
  'handle',
  'producthandle',
  'referencehandle',
  'parent',
  'parentsku',
  'parentproduct',
]);
/** Said once for a product. */
const ofProduct = [
  'category',
  'subCategory',
  'brand',
  'description',
  'badge',
  'tags',
  'specifications',
  'taxes',
  'addToHomePage',
  'productStatus',
  'status',
] as const satisfies readonly ProductImportField[];
const ofVariant = ['sku', 'barcode', 'price'] as const satisfies readonly ProductImportField[];

const maxOptions = 3;
/** Names that shops give to the only variant of a product. */
const noVariant = new Set([
  'default',
  'default title',
  'default variant',
  'default option value',
  'regular',
  'standard',
]);
/** Products whose next rows may still come; shops list them together. */
const maxOpen = 1000;

export interface ShopProduct {
  title: string;
  /** Unlike that of any other product of the file. */
  product: string;
  facts: Texts;
  optionNames: string[];
  /** The variant that was read last, in the batch that is being read. */
  last?: CellValues | undefined;
}

/** A row as it would be if it said everything of its product, or what it adds to another row. */
export type ShopRow =
  | { texts: Texts; options: string[]; group: ShopProduct | undefined }
  | { texts: Texts; belongsTo: ShopProduct };

/** The columns beside the mapped ones that exports of other shops are read by. */
interface ShopColumns {
  /** Of a field with a value in each of several columns, all of them: "Product Tag 1", "Product Tag 2". */
  tags: number[];
  pictures: number[];
  options: { name: number; value: number }[];
  variation: number;
  regularPrice: number;
  type: number;
  id: number;
}

export const isOfOtherShop = (mapping: ImportMapping): boolean =>
  mapping.product !== undefined && keyHeadings.has(plainHeading(mapping.product));

/** Whether a cell can name several categories. */
const namesCategories = ({ category = '' }: ImportMapping): boolean =>
  plainHeading(category) === 'categories';

/** Exports of Medusa have IDs of categories, not names. */
const hasCategoryIds = ({ category = '' }: ImportMapping): boolean =>
  plainHeading(category) === 'productcategory1';

/** What a person should know of how such a file is read. */
export function shopNotes(mapping: ImportMapping): string[] {
  if (!isOfOtherShop(mapping)) return [];
  const notes = [
    `Rows with the same ${mapping.product} become sub-products of one product, named by their options.`,
  ];
  if (namesCategories(mapping)) notes.push('Where a row names several categories, the first one is used.');
  if (hasCategoryIds(mapping))
    notes.push(
      `${mapping.category} has IDs instead of names. After the check, choose one of your categories for each.`,
    );
  return notes;
}

/** Whether a row says more of the product that the row before it is of. */
export function continuesProduct(columns: readonly string[], mapping: ImportMapping) {
  const at = columns.indexOf(mapping.product ?? '');
  return (before: CsvRow, row: CsvRow): boolean =>
    isOfOtherShop(mapping) &&
    cellAt(row.cells, at) !== '' &&
    cellAt(row.cells, at) === cellAt(before.cells, at);
}

export class ShopRows {
  readonly #columns: ShopColumns;
  readonly #isMapped: boolean;
  readonly #hasCategories: boolean;
  readonly #groups = new LRUCache<string, ShopProduct>({ max: maxOpen });
  /** By the name of a product, the key that has it. */
  readonly #titles = new Map<string, string>();

  constructor(columns: readonly string[], mapping: ImportMapping) {
    this.#columns = shopColumns(columns, mapping);
    this.#isMapped = mapping.options !== undefined;
    this.#hasCategories = namesCategories(mapping);
  }

  /** The price before a sale: Shopify has it beside the price that is asked. */
  regularPriceOf(cells: readonly string[]): string {
    return cellAt(cells, this.#columns.regularPrice);
  }

  /** Rows of batches before are written, and can't be added to. */
  startBatch(): void {
    for (const group of this.#groups.values()) group.last = undefined;
  }

  read(cellTexts: Texts, cells: readonly string[]): ShopRow {
    const texts = this.#plain(this.#whole(cellTexts, cells));
    const key = texts.product?.toLowerCase();
    if (key === undefined) return this.#withoutKey(texts, cells);
    const known = this.#groups.get(key);
    if (known && ofVariant.every((field) => texts[field] === undefined)) {
      return { texts, belongsTo: known };
    }
    const group = known ?? this.#open([key], texts);
    if (!group) return { texts, options: [], group: undefined };
    const options = this.#isMapped ? [] : this.#optionsOf(group, cells);
    const name = this.#nameOf(group, texts, options, cells);
    const filled = { ...group.facts, ...texts, product: group.product, name };
    // Those of the row of the product itself belong to its first variant.
    delete group.facts.pictures;
    return {
      texts: filled,
      options: options.map(([option, value]) => joinPair(option, value)),
      group,
    };
  }

  /** With the values of further columns. */
  #whole(texts: Texts, cells: readonly string[]): Texts {
    const { tags, pictures } = this.#columns;
    const filled = (columns: readonly number[]) =>
      columns.map((at) => cellAt(cells, at)).filter((text) => text !== '');
    return {
      ...texts,
      ...(tags.length > 1 && { tags: filled(tags).join(', ') || undefined }),
      ...(pictures.length > 1 && { pictures: joinList(filled(pictures)) || undefined }),
    };
  }

  /** Of several categories the first one; descriptions without their HTML. */
  #plain({ category, description, ...texts }: Texts): Texts {
    const [first] = this.#hasCategories ? (category?.split(/(?<!\\),/) ?? []) : [category];
    return {
      ...texts,
      ...(first !== undefined && { category: first.replaceAll('\\,', ',').trim() }),
      ...(description !== undefined && { description: textOfHtml(description) }),
    };
  }

  /** A row of WooCommerce for the product itself, which its variations name as their parent; or any other row. */
  #withoutKey(texts: Texts, cells: readonly string[]): ShopRow {
    if (cellAt(cells, this.#columns.type).toLowerCase() !== 'variable')
      return { texts, options: [], group: undefined };
    const id = cellAt(cells, this.#columns.id);
    const keys = [texts.sku?.toLowerCase(), id === '' ? undefined : `id:${id}`];
    const group = this.#open(
      keys.filter((key) => key !== undefined),
      texts,
    );
    if (!group) return { texts, options: [], group: undefined };
    if (texts.pictures !== undefined) group.facts.pictures = texts.pictures;
    return { texts: {}, belongsTo: group };
  }

  #open(keys: readonly string[], texts: Texts): ShopProduct | undefined {
    const { name } = texts;
    const [key] = keys;
    if (name === undefined || key === undefined) return undefined;
    const taken = this.#titles.get(name.toLowerCase());
    if (taken === undefined) this.#titles.set(name.toLowerCase(), key);
    const group: ShopProduct = {
      title: name,
      product: taken === undefined || taken === key ? name : `${name} (${key})`,
      facts: Object.fromEntries(
        ofProduct.flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]]])),
      ),
      optionNames: [],
    };
    for (const one of keys) this.#groups.set(one, group);
    return group;
  }

  /** Only the first row of a product names its options. */
  #optionsOf(group: ShopProduct, cells: readonly string[]): [name: string, value: string][] {
    return this.#columns.options.flatMap(({ name, value }, at) => {
      const named = cellAt(cells, name);
      if (named !== '') group.optionNames[at] = named;
      const option = group.optionNames[at];
      const text = cellAt(cells, value);
      const isValue = option !== undefined && text !== '' && !noVariant.has(text.toLowerCase());
      return isValue ? [[option, text] satisfies [string, string]] : [];
    });
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
    return [title, ...distinct].join(' ');
  }
}

const cellAt = (cells: readonly string[], at: number): string => (at < 0 ? '' : (cells[at] ?? '').trim());

function shopColumns(columns: readonly string[], { tags, pictures }: ImportMapping): ShopColumns {
  const headings = columns.map(plainHeading);
  // Only where the column of the field is one of them: another choice is what the person wants.
  const numbered = (column: string | undefined, pattern: RegExp) =>
    column !== undefined && pattern.test(plainHeading(column))
      ? headings.flatMap((heading, at) => (pattern.test(heading) ? [at] : []))
      : [];
  const find = (...names: string[]) => headings.findIndex((heading) => names.includes(heading));
  const options = Array.from({ length: maxOptions }, (_, at) => ({
    name: find(
      `option${at + 1}name`,
      `optionname${at + 1}`,
      `attribute${at + 1}name`,
      `variantoption${at + 1}name`,
    ),
    value: find(
      `option${at + 1}value`,
      `optionvalue${at + 1}`,
      `attribute${at + 1}values`,
      `variantoption${at + 1}value`,
    ),
  }));
  return {
    options: options.filter(({ name, value }) => name >= 0 && value >= 0),
    variation: find('variationname', 'varianttitle'),
    regularPrice: find('variantcompareatprice', 'compareatprice'),
    tags: numbered(tags, /^producttag\d+$/),
    pictures: numbered(pictures, /^product(?:thumbnail|image\d+(?:url)?)$/),
    type: find('type'),
    id: find('id'),
  };
}
