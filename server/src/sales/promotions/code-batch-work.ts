import { randomInt } from 'node:crypto';
import { idOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { text } from '../../system/exports/columns.ts';
import { insertExportFile } from '../../system/exports/exports.queries.ts';
import { exportMimes } from '../../system/exports/exports.service.ts';
import { writeFile } from '../../system/exports/write-file.ts';
import type { JobRun, JobWork } from '../../system/jobs/job-run.ts';
import { codesAfter, countCodes, insertCodes } from './promotion-codes.queries.ts';

export interface CodeBatchInput {
  batchId: string;
  promotionId: string;
  /** The number of the promotion, for the name of the file. */
  number: string;
  count: number;
  prefix: string | null;
}

/** Without characters that look alike (0 and O, 1, I and L). */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const newCode = (prefix: string | null): string => {
  const characters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]);
  const random = `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
  return prefix ? `${prefix}-${random}` : random;
};

const step = 5000;
/** Creates the codes of a batch. A restarted job continues with the codes that are missing. */
export const codeBatchWork: JobWork = async (run) => {
  const input = run.input as CodeBatchInput;
  const { batchId, count, prefix } = input;
  let created = await run.inTransaction((tx) => countCodes(tx, batchId));
  while (created < count) {
    await run.progress(created, count);
    const added = Array.from({ length: Math.min(step, count - created) }, () => newCode(prefix));
    created = await run.inTransaction(async (tx) => {
      await insertCodes(tx, input, added);
      return countCodes(tx, batchId);
    });
  }
  const file = await writeCodes(run, input);
  await run.progress(count, count);
  return { data: { batchId, count, file: file.name }, files: [file] };
};

async function writeCodes(run: JobRun, { batchId, number }: CodeBatchInput) {
  const id = newId();
  const key = `exports/${id}.csv`;
  const name = `Codes of ${number}.csv`;
  async function* pages() {
    for (let after = ''; ; ) {
      const codes = await run.inTransaction((tx) => codesAfter(tx, batchId, after, step));
      if (codes.length === 0) return;
      yield codes.map((code) => ({ code }));
      after = codes.at(-1)!;
    }
  }
  const columns = [text<{ code: string }>('Code', ({ code }) => code)];
  await writeFile(run.services.storage, key, { format: 'csv', title: name, columns, pages: pages() });
  const file = { id, key, name, mime: exportMimes.csv, createdBy: idOf(run.actor) };
  await run.services.storage.removeOnFailure(key, () =>
    run.inTransaction((tx) => insertExportFile(tx, file)),
  );
  return { key, name };
}
