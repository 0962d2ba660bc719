import { noSuch } from './errors.ts';

/** The objects of one kind, by ID. */
export class Table<Row extends { id: string; created?: number }> {
  readonly #noun: string;
  readonly #rows = new Map<string, Row>();

  constructor(noun: string) {
    this.#noun = noun;
  }

  add<T extends Row>(row: T): T {
    this.#rows.set(row.id, row);
    return row;
  }

  find(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** `param` names the parameter that contains the ID; "id" is the path. */
  get(id: string, param = 'id'): Row {
    const row = this.#rows.get(id);
    if (!row) throw noSuch(this.#noun, id, param);
    return row;
  }

  newestFirst(): Row[] {
    return [...this.#rows.values()].reverse();
  }
}
