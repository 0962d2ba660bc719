import { productImportFields } from '@aisle/contract/catalog/product-import-fields';
import type { CategorySeparator, ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { importedCents } from '@aisle/contract/system/imports/import-numbers';
import type { Proposal, SeenTable } from '../../../system/imports/imported-resource.ts';
import { plainHeading } from '../../../system/imports/reading/suggest-mapping.ts';
import { likeliestSeparator } from './category-paths.ts';
import { currencyColumn, currencyOf } from './currencies.ts';

/** Improves the suggestions for single fields by looking at all columns of a product list together. */
export function proposeProducts(suggested: ImportMapping, seen: SeenTable): Proposal {
  const mapping = withCategory(withUnitOfSize(withCostBesideRetail(suggested, seen), seen));
  const separator = isOwnExport(seen.columns) ? undefined : separatorOf(mapping, seen);
  const currencies = currenciesOf(mapping, seen);
  const [only, ...others] = currencies;
  return {
    mapping,
    options: {
      ...(separator !== undefined && { categorySeparator: separator }),
      ...(others.length > 0 && { otherCurrency: 'error' }),
      ...(isInCents(mapping, seen) && { priceUnit: 'cents' }),
      // Saleor writes every price with three decimals: "4.500".
      ...(/\(price amount\)$/i.test(mapping.price ?? '') && { decimals: 'point' }),
    },
    notes:
      only === undefined || only === 'USD' || others.length > 0
        ? []
        : [`Prices are in ${only}. They are imported as the same amounts in US dollars.`],
  };
}

/** The only column of categories contains the categories, whatever its heading: "Aisle". */
function withCategory(mapping: ImportMapping): ImportMapping {
  const { subCategory, ...others } = mapping;
  return subCategory === undefined || others.category !== undefined
    ? mapping
    : { ...others, category: subCategory };
}

/** Whether the heading shows that prices are in cents: "price_cents". */
const isInCents = ({ price = '' }: ImportMapping, { columns, values }: SeenTable): boolean =>
  /cents?$/.test(plainHeading(price)) &&
  values.columns[columns.indexOf(price)]?.values.every((value) => /^\d+$/.test(value)) === true;

/** The currencies of the prices, from their cells or the column beside them. */
function currenciesOf(mapping: ImportMapping, { columns, values }: SeenTable): string[] {
  const places = [columns.indexOf(mapping.price ?? ''), currencyColumn(columns, mapping)];
  const texts = places.flatMap((at) => values.columns[at]?.values ?? []);
  return [...new Set(texts.flatMap((text) => currencyOf(text) ?? []))];
}

/** Our own exports separate categories only with " > ". */
const isOwnExport = (columns: readonly string[]): boolean =>
  (['soldByWeight', 'minPerOrder', 'addToHomePage'] as const).every((field) =>
    columns.includes(productImportFields[field].label),
  );

function separatorOf(
  { category }: ImportMapping,
  { columns, values }: SeenTable,
): CategorySeparator | undefined {
  if (category === undefined) return undefined;
  return likeliestSeparator(plainHeading(category), values.columns[columns.indexOf(category)]?.values ?? []);
}

const retail = new Set(
  'msrp rrp srp rsp suggestedretail suggestedretailprice recommendedretailprice uvp'.split(' '),
);
const plainPrices = new Set('price unitprice listprice netprice preis precio prix'.split(' '));
/** Shops charge most of the recommended price; suppliers charge less. */
const supplierShare = 0.8;

/** A supplier's price list has the store's purchase price beside the recommended price. */
function withCostBesideRetail(mapping: ImportMapping, { columns, sample }: SeenTable): ImportMapping {
  const { price, costPrice, name } = mapping;
  const recommended = columns.find((column) => retail.has(plainHeading(column)));
  const isPlain = price !== undefined && plainPrices.has(plainHeading(price));
  if (!isPlain || costPrice !== undefined || recommended === undefined) return mapping;
  if (Object.values(mapping).includes(recommended)) return mapping;
  const pairs = sample.flatMap((cells) => {
    const [paid, selling] = [price, recommended].map((column) =>
      importedCents(cells[columns.indexOf(column)] ?? '', 'dollars'),
    );
    return paid && selling ? [paid / selling] : [];
  });
  if (pairs.length === 0 || pairs.some((share) => share > 1)) return mapping;
  const isSupplierList =
    /desc/.test(plainHeading(name ?? '')) || pairs.every((share) => share < supplierShare);
  return isSupplierList ? { ...mapping, price: recommended, costPrice: price } : mapping;
}

/** Maps the heading of a size to possible headings of its unit. */
const unitsOfSizes: Record<string, readonly string[]> = {
  weight: ['weightunit', 'weightuom', 'weightunits', 'weightunitofmeasure'],
  netweight: ['weightunit', 'weightuom', 'netweightunit'],
  weightperunit: ['weightuom', 'weightunit'],
  productweight: ['productweightunit', 'productweightuom', 'weightunit'],
  itemweight: ['itemweightunit', 'weightunit'],
  unitpricetotalmeasure: ['unitpricetotalmeasureunit'],
  units: ['unittype'],
  size: ['sizeunit', 'sizeuom', 'sizeunitofmeasure'],
  unitsize: ['unitsizeunit', 'sizeunit'],
  packsize: ['packsizeunit', 'packunit', 'sizeunit'],
  netcontent: ['netcontentunit', 'netcontentuom'],
  contents: ['contentsunit', 'contentunit'],
  inhalt: ['inhaltseinheit', 'inhalteinheit'],
  fullmenge: ['fullmengeeinheit'],
  gewicht: ['gewichtseinheit'],
  peso: ['unidadpeso', 'unidaddepeso'],
  poids: ['unitepoids', 'unitedepoids'],
  volume: ['volumeunit'],
};

/**
 * The unit in a column beside the size belongs to it, even if items are sold by another unit. A Medusa weight has no unit,
 * because it is the parcel's weight.
 */
function withUnitOfSize(mapping: ImportMapping, { columns, values }: SeenTable): ImportMapping {
  const names = unitsOfSizes[plainHeading(mapping.unitSize ?? '')];
  if (!names) return mapping;
  const at = columns.findIndex(
    (column, index) => names.includes(plainHeading(column)) && (values.columns[index]?.filled ?? 0) > 0,
  );
  if (at >= 0) return { ...mapping, unit: columns[at]! };
  const { unitSize, ...others } = mapping;
  return plainHeading(unitSize ?? '') === 'productweight' ? others : mapping;
}
