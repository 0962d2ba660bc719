import { maxCategoryLevels } from '@aisle/contract/catalog/categories';
import type { CategorySeparator, ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { plainHeading } from '../../../system/imports/reading/suggest-mapping.ts';
import { splitPath } from './values.ts';

/** Separators that are hardly ever part of a name, longest first. */
const sureSeparators = ['->', '//', '>', '»', '›', '→', '|'] as const satisfies CategorySeparator[];

/**
 * The separator of category levels, if it isn't " > ". A slash is often part of a name ("Fruit/Vegetables"), so it counts as a
 * separator only if several values share the first level, or if there are three levels.
 */
export function likeliestSeparator(
  heading: string,
  values: readonly string[],
): CategorySeparator | undefined {
  if (values.some((value) => /\s>\s/.test(value))) return undefined;
  const sure = sureSeparators.find((separator) => values.some((value) => isSplitBy(value, separator)));
  if (sure !== undefined) return sure;
  const paths = values.map((value) => split(value, '/'));
  const withLevels = paths.filter((path) => path.length > 1);
  if (withLevels.length === 0) return undefined;
  if (/path|tree|hierarchy|completename|displayname|pfad|ruta|chemin/.test(heading)) return '/';
  if (withLevels.some((path) => path.length > 2)) return '/';
  const tops = new Map<string, Set<string>>();
  for (const path of paths) {
    const top = path[0]!.toLowerCase();
    tops.set(top, (tops.get(top) ?? new Set()).add(path.join('/').toLowerCase()));
  }
  return withLevels.some((path) => tops.get(path[0]!.toLowerCase())!.size > 1) ? '/' : undefined;
}

const isSplitBy = (value: string, separator: string): boolean => split(value, separator).length > 1;
const split = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Whether a cell of this column can name several categories. */
export const namesCategories = ({ category = '' }: ImportMapping): boolean =>
  /^(?:(?:product)?(?:categories|kategorien|categorias)(?:name|path)?s?|labels|collections)$/.test(
    plainHeading(category.replace(/\(.{0,200}\)/, '')),
  );

interface CategoryReading {
  separator: CategorySeparator | undefined;
  /** Whether commas separate categories. */
  isList: boolean;
  isShop: boolean;
}
/**
 * The levels of the category in a cell. Of several categories, takes the first one, or the most specific one below it: "Pantry,
 * Pantry > Jams" is Pantry > Jams.
 */
export function categoryPath(cell: string, { separator, isList, isShop }: CategoryReading): string[] {
  const separators = isList ? /\r?\n|;|(?<!\\),/ : /\r?\n|;/;
  const named = (isList || isShop ? cell.split(separators) : [cell]).map((one) =>
    // Some shops write the address of a category: "/jams".
    (isList ? one.replaceAll('\\,', ',') : one)
      .trim()
      .replace(isList || isShop ? /^\/+|(?<!\/)\/+$/g : /^$/, ''),
  );
  const paths = named
    .map((one) => splitPath(one).flatMap((part) => (separator ? split(part, separator) : [part])))
    .filter((path) => path.some((part) => part !== ''));
  const [first = []] = paths.filter((path) => !isRoot(path)).concat(paths);
  return paths.reduce(
    (best, path) => (path.length > best.length && best.every((part, at) => part === path[at]) ? path : best),
    first,
  );
}

/** Shops list every product in the root category as well: "Home, Jams". */
const isRoot = (path: readonly string[]): boolean =>
  path.length === 1 &&
  /^(?:home|root|accueil|inicio|startseite|default category|root catalog)$/i.test(path[0]!);

/** The lowest levels of a path, up to the maximum. */
export const lowestLevels = (path: readonly string[]): string[] => path.slice(-maxCategoryLevels);
