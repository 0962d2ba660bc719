import { type ImportExtra, maxExtraNames } from '@aisle/contract/system/imports/import-rows';
import type { Tx } from '../../../core/db/db.ts';
import { type NamedFile, namedFiles } from '../../../system/imports/files/archive-names.ts';
import { archivePictures } from '../../../system/imports/files/picture-archive.queries.ts';
import type { CellProblem } from '../../../system/imports/imported-resource.ts';
import type { ImportPlan } from '../../../system/imports/imports.queries.ts';
import type { ProductRow } from '../product-rows.ts';
import { isAddress, pictureKey } from './picture-addresses.ts';

/** The outcome of a row's pictures. */
export interface NamedPictures {
  /** Equal for the same picture, whether it comes from an address, a ZIP or this installation. */
  keys: string[];
  problems: CellProblem[];
}

const noArchive = 'Names a file. Add a ZIP with the pictures, or use addresses that start with https://';
const reasons = {
  missing: 'The ZIP has no file with this name',
  ambiguous: 'The ZIP has several files with this name. Write the path',
};

/** The pictures named by the rows of a file, and those of its ZIP that no row names. One instance per file. */
export class RowPictures {
  readonly #plan: Pick<ImportPlan, 'id' | 'hasArchive' | 'options' | 'mapping'>;
  readonly #named = new Set<string>();

  constructor(plan: Pick<ImportPlan, 'id' | 'hasArchive' | 'options' | 'mapping'>) {
    this.#plan = plan;
  }

  /** Looks up the pictures that these rows name. */
  async load(tx: Tx, rows: readonly ProductRow[]): Promise<void> {
    const naming = rows.filter(({ values }) => values.pictures !== undefined);
    const names = naming.flatMap(textsOf).filter((text) => !isAddress(text));
    const { id, hasArchive } = this.#plan;
    const files = hasArchive ? await namedFiles(tx, id, [...new Set(names)]) : new Map<string, NamedFile>();
    for (const row of naming) this.#read(row, files);
  }

  #read(row: ProductRow, files: ReadonlyMap<string, NamedFile>): void {
    const kept: string[] = [];
    const found: NamedPictures = { keys: [], problems: [] };
    for (const text of textsOf(row)) {
      const file = isAddress(text) ? undefined : (files.get(text) ?? null);
      const problem = file === undefined ? null : problemOf(file);
      if (problem === null) {
        kept.push(text);
        found.keys.push(keyOf(text, file));
        if (typeof file === 'object' && file !== null) this.#named.add(file.key);
      } else if (this.#plan.options.missingPictures !== 'leaveOut') {
        found.problems.push(this.#problem(text, problem));
      }
    }
    if (kept.length > 0 || found.problems.length > 0) row.values.pictures = kept;
    else delete row.values.pictures;
    row.pictures = found;
  }

  #problem(value: string, message: string): CellProblem {
    const column = this.#plan.mapping.pictures ?? null;
    return { column, value, message, alike: { message, example: value, cause: 'missingPicture' } };
  }

  /** The pictures in the ZIP that no row names. */
  async unused(tx: Tx): Promise<ImportExtra[]> {
    if (!this.#plan.hasArchive) return [];
    const unused = (await archivePictures(tx, this.#plan.id)).filter(({ key }) => !this.#named.has(key));
    const names = unused.slice(0, maxExtraNames).map(({ path }) => ({ name: path, rows: 0 }));
    return [{ key: 'unusedPictures', count: unused.length, names }];
  }
}

const textsOf = ({ values }: ProductRow): string[] => (values.pictures ?? []) as string[];

/** Why a picture can't be taken from the ZIP; null if it can. */
export function problemOf(file: NamedFile | null): string | null {
  if (file === null) return noArchive;
  return typeof file === 'string' ? reasons[file] : file.problem;
}

const keyOf = (text: string, file: NamedFile | null | undefined): string =>
  typeof file === 'object' && file !== null ? file.digest! : pictureKey(text);
