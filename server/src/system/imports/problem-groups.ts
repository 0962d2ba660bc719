import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { type ImportProblemGroup, maxProblemGroups } from '@aisle/contract/system/imports/import-rows';
import type { CellProblem, RowResult } from './imported-resource.ts';

const maxExamples = 3;
/** Longer values are cut off in examples. */
const exampleLength = 60;

/** Counts equal problems of rows during a check. */
export class ProblemGroups {
  readonly #groups = new Map<string, ImportProblemGroup>();
  readonly #fields: ReadonlyMap<string, string>;

  constructor(mapping: ImportMapping) {
    this.#fields = new Map(Object.entries(mapping).map(([field, column]) => [column, field]));
  }

  add(results: readonly RowResult[]): void {
    for (const { problems } of results) this.addProblems(problems);
  }

  addProblems(problems: readonly CellProblem[]): void {
    for (const { column, value, message, alike } of problems) {
      this.#count(column, alike?.message ?? message, alike?.example ?? value, alike?.cause ?? null);
    }
  }

  /** Most frequent first. */
  list(): ImportProblemGroup[] {
    return [...this.#groups.values()].toSorted((a, b) => b.rows - a.rows);
  }

  #count(
    column: string | null,
    message: string,
    example: string | null,
    cause: ImportProblemGroup['cause'],
  ): void {
    const key = `${column}\n${message}`;
    let group = this.#groups.get(key);
    if (!group) {
      if (this.#groups.size >= maxProblemGroups) return;
      const field = column === null ? null : (this.#fields.get(column) ?? null);
      group = { field, column, message, cause, rows: 0, examples: [] };
      this.#groups.set(key, group);
    }
    group.rows += 1;
    const shown = example?.replaceAll('\u0000', '').slice(0, exampleLength).toWellFormed();
    if (shown && group.examples.length < maxExamples && !group.examples.includes(shown)) {
      group.examples.push(shown);
    }
  }
}
