import { normalText } from '@aisle/contract/core/normal-text';
import type { ImportMapping, ImportOptions } from '@aisle/contract/system/imports/import-fields';
import {
  type ColumnFacts,
  type DecimalStyle,
  plainDecimal,
} from '@aisle/contract/system/imports/import-numbers';
import type { ImportCellValue } from '@aisle/contract/system/imports/import-rows';
import { plainText } from '../../../core/files/spreadsheet-text.ts';
import type { CsvRow } from '../../tables/csv-file.ts';
import type { CellProblem } from '../imported-resource.ts';
import type { ReadCell } from './cell-readers.ts';

/**
 * Longer cells are cut before fields read them, and each field then rejects them as too long. Spreadsheets allow up to 32,767
 * characters in a cell, and a shop's HTML can be longer.
 */
export const maxCell = 100_000;

/** How to read the rows of one file. */
export interface Reading {
  columns: readonly string[];
  mapping: ImportMapping;
  options: ImportOptions;
  /** How to read unclear numbers, by column. */
  decimals?: Readonly<Record<string, DecimalStyle>> | undefined;
  columnFacts?: Readonly<Record<string, ColumnFacts>> | undefined;
}
export type CellTexts<Field extends string> = Partial<Record<Field, string>>;
/** Undefined leaves a field unchanged; null clears it. */
export type ReadValues<Field extends string> = { [Name in Field]?: ImportCellValue };

interface Place<Field> {
  field: Field;
  column: string;
  at: number;
  options: ImportOptions;
  /** Whether every cell of the column begins with an apostrophe that marks text. */
  isGuarded: boolean;
}

/** Reads the rows of one file; looks up its columns once. */
export class RowReader<Field extends string> {
  readonly #columns: readonly string[];
  readonly #mapping: ImportMapping;
  readonly #options: ImportOptions;
  readonly #places: readonly Place<Field>[];
  readonly #decimals: Reading['decimals'];
  /** A category is replaced together with its subcategories, taxes one by one. */
  readonly #replaced: NonNullable<ImportOptions['values']>;

  constructor(
    fields: readonly Field[],
    { columns, mapping, options, decimals, columnFacts }: Reading,
    wholes: readonly Field[] = [],
  ) {
    this.#columns = columns;
    this.#mapping = mapping;
    this.#options = options;
    this.#decimals = decimals;
    this.#places = fields.flatMap((field) => {
      const column = mapping[field];
      if (column === undefined) return [];
      const isGuarded = columnFacts?.[column]?.isGuarded ?? false;
      return [{ field, column, at: columns.indexOf(column), options: this.optionsOf(field), isGuarded }];
    });
    this.#replaced = Object.fromEntries(
      Object.entries(options.values ?? {}).filter(([field]) => !wholes.includes(field as Field)),
    );
  }

  /** Returns the error of a row as a whole. */
  unusable({ cells }: CsvRow): CellProblem | undefined {
    const wrong = wholeRowProblem(cells, this.#columns.length);
    return wrong && { column: null, value: null, ...wrong };
  }

  /** Returns the cells with text, after replacing values of the file. */
  texts({ cells }: CsvRow): CellTexts<Field> {
    const texts: CellTexts<Field> = {};
    for (const { field, at, isGuarded } of this.#places) {
      const cell = removeApostrophe(normalText((cells[at] ?? '').slice(0, maxCell + 1)), isGuarded);
      if (cell !== '') texts[field] = this.#replaced[field]?.[cell.toLowerCase()] ?? cell;
    }
    return texts;
  }

  /** Returns the values of cells, and the problems of rejected ones. */
  values(
    texts: CellTexts<Field>,
    cellOf: (field: Field) => ReadCell | undefined,
  ): { values: ReadValues<Field>; problems: CellProblem[] } {
    const problems: CellProblem[] = [];
    const values: ReadValues<Field> = {};
    for (const { field, column, options } of this.#places) {
      const text = texts[field];
      const failed = text !== undefined && errorOfFormula(text);
      if (failed) {
        problems.push({ column, value: text, message: failed });
        continue;
      }
      const cell = cellOf(field);
      if (!cell) continue;
      if (text === undefined || (cell.zeroIsEmpty && isZero(text))) {
        if (options.emptyCells === 'clear' && cell.empty !== undefined) values[field] = cell.empty;
        continue;
      }
      const read = cell.read(text, options);
      if ('value' in read) values[field] = read.value;
      else if (!options.emptyIfWrong?.includes(field))
        problems.push({ column, value: text.slice(0, 200), message: read.wrong, ...alikeOf(read) });
    }
    return { values, problems };
  }

  /** Adds the number style of the field's column to the options. */
  optionsOf(field: string): ImportOptions {
    const decimals = this.#options.decimals ?? this.#decimals?.[this.#mapping[field] ?? ''];
    return decimals === undefined ? this.#options : { ...this.#options, decimals };
  }

  columnOf(field: string): string | null {
    return this.#mapping[field] ?? null;
  }
}

function removeApostrophe(cell: string, isGuarded: boolean): string {
  const plain = plainText(cell);
  return plain === cell && isGuarded ? cell.replace(/^'/, '').trimStart() : plain;
}

const isZero = (text: string): boolean => Number(plainDecimal(text)) === 0;

const alikeOf = ({ alike }: { alike?: CellProblem['alike'] }) => (alike ? { alike } : {});

/** Returns the error value of a spreadsheet formula, which is never a name or a price. */
function errorOfFormula(cell: string): string | undefined {
  if (!cell.startsWith('#')) return undefined;
  if (cell === '#CALC!') return 'Has a formula without a result. Open the file, save it and upload it again';
  return /^#(REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!)$/.test(cell)
    ? `Has the formula error ${cell}`
    : undefined;
}

function wholeRowProblem(
  cells: readonly string[],
  columns: number,
): Pick<CellProblem, 'message' | 'alike'> | undefined {
  for (let at = columns; at < cells.length; at += 1) {
    if (cells[at]!.trim() === '') continue;
    return {
      message: `Has ${cells.length} columns, the heading has ${columns}`,
      alike: { message: 'Has more columns than the heading', example: String(cells.length) },
    };
  }
  if (cells.some((cell) => cell.includes('\u0000')))
    return { message: "Has characters that can't be stored" };
  // The decoder replaces invalid UTF-8 with this character.
  if (cells.some((cell) => cell.includes('\ufffd'))) {
    return { message: "Isn't UTF-8 text. Save the file as CSV (UTF-8)" };
  }
  return undefined;
}
