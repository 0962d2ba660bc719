import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { plainHeading } from '../../../system/imports/reading/suggest-mapping.ts';

/** Unmapped columns that are also read from other shops' exports; -1 if missing. */
export interface ShopColumns {
  /** All columns of a field that is split into several: "Product Tag 1", "Product Tag 2". */
  tags: number[];
  pictures: number[];
  /** The name of an option has its own column, or is the heading of its values. */
  options: { name: number | string; value: number }[];
  /** All options of a row in one cell, with their names in another cell or beside the values. */
  lists: { names: number; values: number } | undefined;
  variation: number;
  regularPrice: number;
  /** The surcharge of a variant over its product. */
  surcharge: number;
  /** The SKU of a variant, if the SKU column has the product's SKU. */
  variantSku: number;
  type: number;
  id: number;
  /** Whether a row is only a template of variants. */
  template: number;
  /** Whether a row is a product, a variant or a picture. */
  level: number;
}

const maxOptions = 3;
const numerals = ['one', 'two', 'three'];

export function shopColumns(columns: readonly string[], mapping: ImportMapping): ShopColumns {
  const headings = columns.map(plainHeading);
  const { tags, pictures } = mapping;
  const used = new Set(Object.values(mapping));
  // Applies only if the field is mapped to one of these columns; another choice is the user's intent.
  const numbered = (column: string | undefined, pattern: RegExp) =>
    column !== undefined && pattern.test(plainHeading(column))
      ? headings.flatMap((heading, at) => (pattern.test(heading) ? [at] : []))
      : [];
  const find = (...names: string[]) =>
    names.map((name) => headings.indexOf(name)).find((at) => at >= 0) ?? -1;
  const free = (...names: string[]) =>
    headings.findIndex((heading, at) => names.includes(heading) && !used.has(columns[at]!));
  const isEcwid = headings.includes('productinternalid');
  const isBigCommerce = headings.includes('inventorytracking') || headings.includes('currentstock');
  return {
    options: [...namedOptions(find), ...attributesOf(columns)].slice(0, maxOptions),
    lists: listsOf(find, isBigCommerce),
    variation: free('variationname', 'varianttitle', 'variantname'),
    regularPrice: find(
      'variantcompareatprice',
      'compareatprice',
      'comparetoprice',
      'productcomparetoprice',
      'strikethroughprice',
    ),
    surcharge: find('surcharge'),
    variantSku: free('productvariationsku'),
    tags: numbered(tags, /^producttag\d+$/),
    pictures: numbered(pictures, /^(?:product(?:thumbnail|image\d+(?:url)?)|image\d+src)$/),
    type: find('type', 'producttype', 'typ', 'tipo'),
    id: find('id', 'productid', 'itemcode'),
    template: find('hasvariants'),
    level: isEcwid
      ? free('type')
      : isBigCommerce || headings.includes('fieldtype')
        ? free('item', 'itemtype', 'fieldtype')
        : -1,
  };
}

function namedOptions(find: (...names: string[]) => number): ShopColumns['options'] {
  return Array.from({ length: maxOptions }, (_, at) => ({
    name: find(
      `option${at + 1}name`,
      `optionname${at + 1}`,
      `attribute${at + 1}name`,
      `variantoption${at + 1}name`,
      `variantoption${numerals[at]}name`,
      `productoptionname${at + 1}`,
      `attribut${at + 1}name`,
      `nomdelattribut${at + 1}`,
      `nombredelatributo${at + 1}`,
    ),
    value: find(
      `option${at + 1}value`,
      `optionvalue${at + 1}`,
      `attribute${at + 1}values`,
      `variantoption${at + 1}value`,
      `variantoption${numerals[at]}value`,
      `productoptionchoices${at + 1}`,
      `productoptiondescription${at + 1}`,
      `attribut${at + 1}werte`,
      `valeursdelattribut${at + 1}`,
      `valoresdelatributo${at + 1}`,
    ),
  })).filter(({ name, value }) => name >= 0 && value >= 0);
}

/**
 * Some programs have a column per option: "flavor (variant attribute)" of Saleor, "product_variation_option_Flavor" of Ecwid.
 */
const attributesOf = (columns: readonly string[]): ShopColumns['options'] =>
  columns.flatMap((column, value) => {
    const name =
      beforeEnding(column, '(variant attribute)') ?? /^product_variation_option_(.+)$/i.exec(column)?.[1];
    return name ? [{ name, value }] : [];
  });

/** A heading without this ending, ignoring case. */
export const beforeEnding = (heading: string, ending: string): string | undefined =>
  heading.toLowerCase().endsWith(ending) ? heading.slice(0, -ending.length).trimEnd() : undefined;

function listsOf(find: (...names: string[]) => number, isBigCommerce: boolean): ShopColumns['lists'] {
  const names = find('optiongroups');
  const values = find('optionvalues');
  if (names >= 0 && values >= 0) return { names, values };
  const both = isBigCommerce ? find('options') : -1;
  return both < 0 ? undefined : { names: -1, values: both };
}

export const cellAt = (cells: readonly string[], at: number): string =>
  at < 0 ? '' : (cells[at] ?? '').trim();
