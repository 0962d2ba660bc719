import type { ImportMapping, ImportTable } from '@aisle/contract/system/import-fields';

/** "Product_Name", "productName" and "Größe" as letters and digits alone. */
export const plainHeading = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');

/** A heading, then without what is in brackets, then without currencies and taxes: "VK-Preis (EUR)", "Price incl. tax". */
function spellingsOf(name: string): string[] {
  const numbered = name.replace(/#/g, ' number ');
  const unbracketed = numbered.replace(/[([][^)\]]{0,200}[)\]]/g, ' ');
  const bare = unbracketed.replace(besideNames, ' ');
  return [...new Set([numbered, unbracketed, bare].map(plainHeading))].filter((spelling) => spelling !== '');
}
/** A tax that begins a heading is what the column is about: "Tax status". */
const besideNames =
  /\b(?:in\s+)?(?:usd|eur|gbp|chf|cad|euro|dollars?)\b|[€$£*]|\b(?:brutto|incl?|inkl|excl|exkl|zzgl)\b\.?|(?<=\S\s+)\b(?:ttc|ht|tax|taxes|vat|mwst|iva|tva)\b\.?/giu;

/**
 * The most likely field of each column; a field's known names are tried from the surest to the vaguest. Of codes, a column
 * with values in the first rows comes before an empty one.
 */
export function suggestMapping(
  columns: readonly string[],
  { fields, keys }: ImportTable,
  sample: Seen['sample'] = [],
): ImportMapping {
  const free = new Map<string, string>();
  for (const round of [0, 1, 2]) {
    for (const name of columns) {
      const spelling = spellingsOf(name)[round];
      if (spelling !== undefined && !free.has(spelling)) free.set(spelling, name);
    }
  }
  const taken = new Set<string>();
  const mapping: Record<string, string> = {};
  for (const [field, { known }] of Object.entries(fields)) {
    const names = known.flatMap((candidate) => free.get(candidate) ?? []).filter((one) => !taken.has(one));
    const isCode = (keys as readonly string[]).includes(field);
    const name = (isCode && names.find((one) => !isEmptyColumn(one, { columns, sample }))) || names[0];
    if (name === undefined) continue;
    mapping[field] = name;
    taken.add(name);
  }
  return mapping;
}

/** Equal for two files with the same columns, in any order. */
export const headingOf = (columns: readonly string[]): string =>
  columns
    .map((name) => name.trim().toLowerCase())
    .sort()
    .join('\n');

/** A remembered mapping, with the column names as this file spells them. */
export function mappingFor(columns: readonly string[], remembered: ImportMapping): ImportMapping {
  const byName = new Map(columns.map((name) => [name.trim().toLowerCase(), name]));
  const fields = Object.entries(remembered).flatMap(([field, column]) => {
    const name = byName.get(column.trim().toLowerCase());
    return name === undefined ? [] : [[field, name]];
  });
  return Object.fromEntries(fields);
}

interface Seen {
  columns: readonly string[];
  sample: readonly (readonly string[])[];
}
/** Rows find nothing by a column without values: the next key takes its place, or none. */
export function withoutEmptyKeys(
  table: ImportTable,
  mapping: ImportMapping,
  { columns, sample }: Seen,
): ImportMapping {
  const kept = { ...mapping };
  for (const key of table.keys) {
    const column = kept[key];
    if (column === undefined) continue;
    if (!isEmptyColumn(column, { columns, sample })) break;
    delete kept[key];
  }
  return kept;
}

function isEmptyColumn(column: string, { columns, sample }: Seen): boolean {
  const at = columns.indexOf(column);
  // Headings are repeated at the top of each printed page.
  return sample.every((cells) => ['', column].includes((cells[at] ?? '').trim()));
}
