import type { ImportField, ImportMapping, ImportTable } from '@aisle/contract/system/imports/import-fields';
import type { ColumnValues, TableValues } from '../../tables/column-values.ts';

/** "Product_Name", "productName" and "Größe" as letters and digits only. */
export const plainHeading = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');

/**
 * Spellings from surest to vaguest: the whole heading; without the text in brackets; without currencies, taxes and languages
 * ("VK-Preis (EUR)", "Price incl. tax", "name:en"); without small words; and the text in brackets ("default (price amount)").
 */
function spellingsOf(name: string): string[] {
  const numbered = name.replace(/#/g, ' number ');
  const unbracketed = numbered.replace(brackets, ' ');
  const bare = unbracketed.replace(language, '').replace(unitsAndTaxes, ' ');
  const inside = numbered.match(brackets)?.join(' ') ?? '';
  const spellings = [numbered, unbracketed, bare, bare.replace(smallWords, ' '), inside].map(plainHeading);
  return [...new Set(spellings)].filter((spelling) => spelling !== '');
}
/** "Nombre del producto", "Libellé de l'article". */
const smallWords =
  /(?<!\p{L})(?:de|del|de la|de los|du|des|der|die|das|the|of|d|l|la|le|les|el|los|las)(?!\p{L})/giu;
const brackets = /[([][^)\]]{0,200}[)\]]/g;
/** "name:en", "Name_DE", "EN_Title". */
const language =
  /(?:[:_ -](?:en|de|fr|es)(?:[-_][a-z]{2})?\s*|:[a-z]{2}(?:[-_][a-z]{2})?\s*)$|^(?:EN|DE|FR|ES)_/i;
/** A tax at the start of a heading is the subject of the column: "Tax status". */
const unitsAndTaxes =
  /\b(?:in\s+)?(?:usd|eur|gbp|chf|cad|euro|dollars?)\b|[€$£*]|\b(?:brutto|netto|incl?|inkl|excl|exkl|zzgl)\b\.?|(?<=\S\s+)\b(?:ttc|ht|tax|taxes|vat|mwst|iva|tva)\b\.?/giu;
/** "Product Price", "item_description": every column of these files has this prefix. */
const subject = /^\s*(?:product|item|article|artikel|produkt|producto|produit)[\s_.-]+(?=\S)/i;
/** Custom fields of a shop: their names say nothing about our fields. */
const isDefinedByShop = (name: string): boolean => /\bmetafields?\b/i.test(name);

/** The properties of a column that determine its field. */
export interface SeenColumn extends ColumnValues {
  name: string;
  heading: string;
}
/**
 * Whether the values of a column fit a field whose heading is ambiguous. `has` tells whether another column of the file fits a
 * field and has values.
 */
export type FieldFits = Readonly<
  Record<string, (column: SeenColumn, has: (field: string) => boolean) => boolean>
>;

/**
 * Suggests the most likely field of each column. A field's known names are tried from surest to vaguest. For codes, a column
 * with values precedes an empty one.
 */
export function suggestMapping(
  columns: readonly string[],
  table: ImportTable,
  seen?: { values: TableValues; fits?: FieldFits | undefined },
): ImportMapping {
  return new Suggestion(columns, table, seen).mapping();
}

class Suggestion {
  readonly #fields: ImportTable['fields'];
  readonly #keys: ReadonlySet<string>;
  readonly #byHeading: Map<string, string[]>;
  readonly #columns: ReadonlyMap<string, SeenColumn>;
  readonly #rows: number | undefined;
  readonly #fits: FieldFits;
  readonly #taken = new Set<string>();

  constructor(
    columns: readonly string[],
    { fields, keys }: ImportTable,
    seen: { values: TableValues; fits?: FieldFits | undefined } | undefined,
  ) {
    this.#fields = fields;
    this.#keys = new Set<string>(keys);
    this.#rows = seen?.values.rows;
    this.#fits = seen?.fits ?? {};
    this.#byHeading = columnsByHeading(columns, fields);
    this.#columns = new Map(
      columns.map((name, at) => {
        const facts = seen?.values.columns[at] ?? { filled: 0, values: [], isUnique: true };
        return [name, { name, heading: plainHeading(name), ...facts }];
      }),
    );
  }

  mapping(): ImportMapping {
    const mapping: Record<string, string> = {};
    for (const [name, field] of Object.entries(this.#fields)) {
      const column = this.#columnOf(name, field, mapping);
      if (column === undefined) continue;
      mapping[name] = column;
      this.#taken.add(column);
    }
    return mapping;
  }

  #columnOf(name: string, field: ImportField, mapping: ImportMapping): string | undefined {
    const { fallbackOf } = field;
    if (fallbackOf !== undefined && !this.#hasGaps(mapping[fallbackOf])) return undefined;
    const [first, ...others] = this.#candidates(fallbackOf ?? name);
    if (!first) return undefined;
    const filled = [first, ...others].filter((column) => column.filled > 0);
    if (fallbackOf !== undefined) return filled[0]?.name;
    // For other fields, an empty column means that the file leaves the field empty, or clears it.
    if (field.prefer === undefined && !this.#keys.has(name)) return first.name;
    const most = Math.max(0, ...filled.map((column) => column.filled));
    const enough = field.prefer === 'fullest' ? most / 2 : 1;
    return (filled.find((column) => column.filled >= enough) ?? first).name;
  }

  /** Whether some rows have no value in the column. */
  #hasGaps(column: string | undefined): boolean {
    if (column === undefined || this.#rows === undefined) return false;
    return this.#columns.get(column)!.filled < this.#rows;
  }

  /** Returns the columns that fit a field, likeliest first. */
  #candidates(field: string, hasOf = this.#hasFilled): SeenColumn[] {
    const { known } = this.#fields[field]!;
    const names = known.flatMap((heading) => this.#byHeading.get(heading) ?? []);
    const free = [...new Set(names)].filter((name) => !this.#taken.has(name));
    const columns = free.map((name) => this.#columns.get(name)!);
    const fits = this.#fits[field];
    if (this.#rows === undefined || !fits) return columns;
    return columns.filter((column) => fits(column, hasOf(column)));
  }

  /** Whether other columns fit a field, each considered separately. */
  #hasFilled = (but: SeenColumn) => (field: string) =>
    this.#candidates(field, () => () => true).some((column) => column !== but && column.filled > 0);
}

/** Columns by spelling, surest first: English before other languages. */
function columnsByHeading(columns: readonly string[], fields: ImportTable['fields']): Map<string, string[]> {
  const known = new Set(Object.values(fields).flatMap((field) => field.known));
  const byHeading = new Map<string, string[]>();
  const add = (spelling: string | undefined, name: string) => {
    if (!spelling) return;
    const names = byHeading.get(spelling) ?? [];
    if (!names.includes(name)) byHeading.set(spelling, [...names, name]);
  };
  const usable = columns
    .filter((name) => !isDefinedByShop(name))
    .toSorted((a, b) => Number(isForeign(a)) - Number(isForeign(b)));
  const spellings = new Map(usable.map((name) => [name, spellingsOf(name)]));
  for (const round of [0, 1, 2, 3, 4]) {
    for (const name of usable) add(spellings.get(name)![round], name);
  }
  for (const name of usable) {
    const isKnown = spellings.get(name)!.some((spelling) => known.has(spelling));
    if (!isKnown) for (const spelling of spellingsOf(name.replace(subject, ''))) add(spelling, name);
  }
  return byHeading;
}
const isForeign = (name: string): boolean =>
  /:(?!en\b)[a-z]{2}(?:[-_][a-z]{2})?\s*$|\((?!en\b)[a-z]{2}-[a-z]{2}\)\s*$/i.test(name);

/** Equal for two files with the same columns, in any order. */
export const headingOf = (columns: readonly string[]): string =>
  columns
    .map((name) => name.trim().toLowerCase())
    .sort()
    .join('\n');

const spelled = (column: string): string => column.trim().toLowerCase();

/** Applies a remembered mapping with the column names as this file spells them. */
export function mappingFor(columns: readonly string[], remembered: ImportMapping): ImportMapping {
  const byName = new Map(columns.map((name) => [spelled(name), name]));
  const fields = Object.entries(remembered).flatMap(([field, column]) => {
    const name = byName.get(spelled(column));
    return name === undefined ? [] : [[field, name]];
  });
  return Object.fromEntries(fields);
}

/**
 * Adds suggestions to a remembered mapping for fields and columns that it leaves open because they had no values last time.
 * Columns that the user declined stay out.
 */
export function addSuggestions(
  remembered: ImportMapping,
  suggested: ImportMapping,
  declined: readonly string[],
): ImportMapping {
  const used = new Set([...Object.values(remembered), ...declined].map(spelled));
  const added = Object.entries(suggested).filter(
    ([field, column]) => remembered[field] === undefined && !used.has(spelled(column)),
  );
  return { ...remembered, ...Object.fromEntries(added) };
}

interface Remembered {
  mapping: ImportMapping;
  declined: readonly string[];
}
/** The part of a mapping to remember: also declined columns, and columns of an earlier file that had no values this time. */
export function toRemember(
  before: Remembered | undefined,
  proposed: ImportMapping,
  chosen: ImportMapping,
): Remembered {
  const used = new Set(Object.values(chosen).map(spelled));
  const declined = new Set(
    [...(before?.declined ?? []), ...Object.values(proposed)].map(spelled).filter((name) => !used.has(name)),
  );
  const kept = Object.entries(before?.mapping ?? {}).filter(
    ([field, column]) =>
      chosen[field] === undefined && !used.has(spelled(column)) && !declined.has(spelled(column)),
  );
  return { mapping: { ...Object.fromEntries(kept), ...chosen }, declined: [...declined] };
}

/** A column without values can't find records: the next key replaces it, if any. */
export function withoutEmptyKeys(
  table: ImportTable,
  mapping: ImportMapping,
  { columns, values }: { columns: readonly string[]; values: TableValues },
): ImportMapping {
  const kept = { ...mapping };
  for (const key of table.keys) {
    const column = kept[key];
    if (column === undefined) continue;
    if (values.columns[columns.indexOf(column)]?.filled !== 0) break;
    delete kept[key];
  }
  return kept;
}
