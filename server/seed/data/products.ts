import { readFileSync } from 'node:fs';
import { brandKey } from './brands.ts';
import { categoryPath, type SpecificationSeed } from './categories.ts';
import { defaultSeed, type Random, randomFor } from './random.ts';
import type { TaxKey } from './taxes.ts';

export type Unit = 'each' | 'lb' | 'oz' | 'kg' | 'g' | 'l' | 'ml' | 'fl oz';
export type Badge = 'none' | 'newArrival' | 'bestSeller';

type SubProductSeed = {
  key: string;
  name: string;
  sku: string;
  barcode: string;
  optionValues: Readonly<Record<string, string>>;
  unit: Unit;
  unitSize: number;
  /** Priced per unit and weighed when picked. */
  soldByWeight: boolean;
  price: number;
  salePrice: number | null;
  costPrice: number;
  minPerOrder: number | null;
  maxPerOrder: number | null;
};

export type ProductSeed = {
  key: string;
  name: string;
  brandKey: string | null;
  categoryKey: string;
  departmentKey: string;
  description: string;
  tags: readonly string[];
  badge: Badge;
  addToHomePage: boolean;
  specifications: Readonly<Record<string, string | number>>;
  /** Only if it differs from the category. */
  taxKey: TaxKey | null;
  shelfLifeDays: number | null;
  /** How often the product is bought: most are below 1, a few staples far above. */
  popularity: number;
  aisle: string;
  picture: { motif: string; color: string };
  subProducts: readonly SubProductSeed[];
};

/** The products of one category, with their common properties. */
interface Shelf {
  categoryKey: string;
  /** The picture, unless a product has its own. */
  motif: string;
  aisle: string;
  /** Days from receipt to expiration; null if it never expires. */
  days: number | null;
  /** How often items of this shelf are bought; 1 is average. */
  popularity: number;
  /** Closing sentences of the descriptions, separated by semicolons. */
  keep: string;
  lines: readonly string[];
}

/**
 * `products.txt` has a block for each shelf. Its first line is: # category | motif | aisle | days or - | popularity | keep.
 * The others are products: name | brand or - | sizes | in a few words | extras.
 * A leading `!` marks a staple. A size is `[option/option ]16oz 3.99`; without a number (`lb 1.49`) it is sold
 * by weight. Extras: `@picture %#color ~option-name #tag {Specification=value}`,
 * and `^` if the variants are named only by their difference, like those that the product form generates.
 */
const shelves: readonly Shelf[] = readFileSync(new URL('products.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .map((block) => {
    const [head = '', ...lines] = block.split('\n');
    const [categoryKey = '', motif = '', aisle = '', days, popularity, keep = ''] = head
      .slice(2)
      .split(' | ');
    const shelfLife = days === '-' ? null : Number(days);
    return { categoryKey, motif, aisle, days: shelfLife, popularity: Number(popularity), keep, lines };
  });

/** For the tax office, drinks with less than half juice are soft drinks, whatever their category. */
const taxedAsSoftDrinks = new Set([
  'Cranberry Juice Cocktail',
  'Lemonade',
  'Tonic Water',
  'Iced Tea',
  'Probiotic Soda',
]);

const units: Readonly<Record<string, Unit>> = { ct: 'each', ea: 'each', floz: 'fl oz' };

export function buildProducts(seed: number = defaultSeed): ProductSeed[] {
  const lines = shelves.flatMap((shelf) => shelf.lines.map((line) => ({ shelf, line })));
  return lines.map(({ shelf, line }, index) => readProduct(shelf, line, index + 1, seed));
}

function readProduct(shelf: Shelf, line: string, number: number, seed: number): ProductSeed {
  const [title = '', brandName = '-', sizes = '', phrase = '', extras = ''] = line.split(' | ');
  const isStaple = title.startsWith('!');
  const name = title.replace(/^!/, '');
  const key = slug(name);
  const random = randomFor(key, seed);
  const path = categoryPath(shelf.categoryKey);
  const departmentKey = path[0]?.key ?? '';
  const tags = readTags(name, extras);

  const popularity = round(shelf.popularity * (isStaple ? 4 : 0.7) * Math.exp(random.normal(0, 0.8)), 3);
  const badge: Badge =
    isStaple && popularity > 12 ? 'bestSeller' : random.chance(0.05) ? 'newArrival' : 'none';

  return {
    key,
    name,
    brandKey: brandName === '-' ? null : brandKey(brandName),
    categoryKey: shelf.categoryKey,
    departmentKey,
    description: `${phrase}. ${random.pick(shelf.keep.split('; '))}`,
    tags,
    badge,
    addToHomePage: badge !== 'none' || random.chance(0.03),
    specifications: readSpecifications(
      path.flatMap((category) => category.specifications),
      name,
      departmentKey,
      extras,
      random,
    ),
    taxKey: taxedAsSoftDrinks.has(name) ? 'sugary' : null,
    shelfLifeDays: shelf.days,
    popularity,
    aisle: shelf.aisle,
    picture: {
      motif: extras.match(/@(\w+)/)?.[1] ?? shelf.motif,
      color: extras.match(/%(#[0-9a-f]{6})/)?.[1] ?? path[0]?.color ?? '#888888',
    },
    subProducts: readSubProducts({ key, name, sizes, extras, number, departmentKey, tags }, random),
  };
}

function readTags(name: string, extras: string): string[] {
  const tags = [...extras.matchAll(/#([a-z-]+)(?= |$)/g)].map(([, tag = '']) => tag);
  if (/organic/i.test(name)) tags.push('organic');
  if (/gluten-free/i.test(name)) tags.push('gluten-free');
  if (/unsweetened|zero|no sugar/i.test(name)) tags.push('low-sugar');
  return [...new Set(tags)];
}

const origins: readonly (readonly [string, number])[] = [
  ['California', 5],
  ['Texas', 4],
  ['Mexico', 4],
  ['Florida', 1],
  ['Washington', 1],
  ['Peru', 1],
];

/** The value in the line; otherwise the one that the name implies; otherwise, for a required specification, the default. */
function readSpecifications(
  wanted: readonly SpecificationSeed[],
  name: string,
  departmentKey: string,
  extras: string,
  random: Random,
): Record<string, string | number> {
  const provided = new Map(
    [...extras.matchAll(/\{(.+?)=(.+?)\}/g)].map(([, key = '', value = '']) => [key, value]),
  );
  const values: Record<string, string | number> = {};
  for (const { name: specification, type, options, required } of wanted) {
    const value = provided.get(specification) ?? guess(specification, options, name);
    if (value) values[specification] = type === 'number' ? Number(value) : value;
    else if (specification === 'Origin' && departmentKey === 'produce') {
      values[specification] = random.weighted(origins);
    } else if (required) values[specification] = usual[specification] ?? options[0] ?? '';
  }
  return values;
}

const usual: Readonly<Record<string, string>> = { Farming: 'Conventional', Grade: 'Choice', Milk: 'Cow' };

function guess(specification: string, options: readonly string[], name: string): string | undefined {
  if (specification === 'Farming' && name.includes('Organic')) return 'Organic';
  return options.find((each) => each !== 'Yes' && each !== 'No' && name.includes(each));
}

type Variant = { label: string; size: number; code: string; price: number };
type Line = {
  key: string;
  name: string;
  sizes: string;
  extras: string;
  number: number;
  departmentKey: string;
  tags: readonly string[];
};

function readVariants(sizes: string): Variant[] {
  return sizes.split(', ').flatMap((part) => {
    const [, labels = '', size, code = '', price] =
      part.match(/^(?:(.+) )?(\d+(?:\.\d+)?)?(lb|oz|kg|g|l|ml|floz|ct|ea) (\d+\.\d\d)$/) ?? [];
    if (!price) throw new Error(`Cannot read the size "${part}"`);
    return labels
      .split('/')
      .map((label) => ({ label, size: Number(size ?? 0), code, price: Math.round(Number(price) * 100) }));
  });
}

function readSubProducts(line: Line, random: Random): SubProductSeed[] {
  const variants = readVariants(line.sizes);
  const isMatrix = line.extras.endsWith('^');
  const optionName = line.extras.match(/~([A-Za-z]+)/)?.[1] ?? 'Variety';
  const sizesDiffer = new Set(variants.map(({ size, code }) => `${size}${code}`)).size > 1;
  // A cheap product is cheap in every size, so all its sizes have the same margin.
  const margin = 0.22 + random.next() * 0.2;
  const onSale = random.chance(0.09);

  return variants.map((variant, index) => {
    const { label, size, code, price } = variant;
    const unit = units[code] ?? (code as Unit);
    const soldByWeight = size === 0 && code === 'lb';
    const sizeText = sizeLabel(variant);
    const optionValues: Record<string, string> = {};
    if (label) optionValues[optionName] = label;
    if (sizesDiffer && optionName !== 'Size') optionValues.Size = sizeText;
    const letter = String.fromCharCode(65 + index);
    return {
      key: variants.length > 1 ? `${line.key}-${slug(`${label} ${sizeText}`)}` : line.key,
      name: [!isMatrix && line.name, label, sizeText].filter(Boolean).join(', '),
      sku: `${line.departmentKey.slice(0, 3).toUpperCase()}-${String(line.number).padStart(4, '0')}-${letter}`,
      barcode: barcodeOf(line.number, index, soldByWeight),
      optionValues,
      unit,
      unitSize: size || 1,
      soldByWeight,
      price,
      salePrice: onSale && price >= 150 ? Math.floor((price * 0.85) / 10) * 10 - 1 : null,
      costPrice: Math.round(price * (1 - margin)),
      minPerOrder: soldByWeight ? (price > 1000 ? 0.25 : 0.5) : null,
      maxPerOrder: soldByWeight ? 15 : line.tags.includes('bulky') ? 6 : onSale ? 8 : null,
    };
  });
}

function sizeLabel({ size, code }: Variant): string {
  if (code === 'ea') return 'each';
  if (size === 0) return `per ${code}`;
  return code === 'floz' ? `${size} fl oz` : `${size} ${code}`;
}

/**
 * UPC-A in the ranges for use inside a store, so that no real product has the code: number system 2 for items weighed at the
 * counter (the price digits are zero on the shelf label), 4 for all others.
 */
function barcodeOf(number: number, variant: number, soldByWeight: boolean): string {
  const item = String(number * 10 + variant).padStart(5, '0');
  const digits = soldByWeight ? `2${item}00000` : `4${item}07310`;
  return digits + checkDigit(digits);
}

/** The check digit of a GTIN: from the right, every other digit has a weight of three. */
export function checkDigit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

export const products: readonly ProductSeed[] = buildProducts();
