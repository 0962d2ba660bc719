/** The values of one column, from all rows of a file. */
export interface ColumnValues {
  /** Number of rows with a value. */
  filled: number;
  /** The first different values, in the order of the file. */
  values: string[];
  /** Whether no value occurs twice. */
  isUnique: boolean;
}
export interface TableValues {
  rows: number;
  columns: ColumnValues[];
}

const maxValues = 50;
const longestValue = 200;
/** Maximum values compared to find duplicates. */
const valuesCompared = 5000;

/** Collects the values of one column. */
export class ColumnTally {
  readonly #name: string;
  readonly #values = new Set<string>();
  readonly #seen = new Set<string>();
  #filled = 0;
  #isUnique = true;

  constructor(name: string) {
    this.#name = name;
  }

  add(cell: string): void {
    // Printed lists repeat the headings at the top of each page.
    if (cell === '' || cell === this.#name) return;
    const value = cell.slice(0, longestValue);
    this.#filled += 1;
    if (this.#values.size < maxValues) this.#values.add(value);
    if (!this.#isUnique) return;
    if (this.#seen.has(value)) this.#isUnique = false;
    else if (this.#seen.size < valuesCompared) this.#seen.add(value);
  }

  result(): ColumnValues {
    return { filled: this.#filled, values: [...this.#values], isUnique: this.#isUnique };
  }
}
