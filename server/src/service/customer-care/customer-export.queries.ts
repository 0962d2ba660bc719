import type { Tx } from '../../core/db/db.ts';
import type { Person } from '../../core/personal-data.ts';
import { personalData } from './personal-data.ts';

export type Sections = Record<string, readonly Record<string, unknown>[]>;

/** Reads all data of a person from every feature, by section. */
export async function readSections(tx: Tx, person: Person): Promise<Sections> {
  const sections: Sections = {};
  for (const { exportData } of personalData) {
    for (const [name, rows] of Object.entries(exportData)) {
      sections[name] = (await rows(person).execute(tx)).rows as Record<string, unknown>[];
    }
  }
  return sections;
}
