import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { neutral } from '../../../core/files/spreadsheet-text.ts';
import { idOf } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import type { JobRun } from '../../jobs/job-run.ts';
import type { JobFile } from '../../jobs/jobs.queries.ts';
import { errorsAfter } from '../import-rows.queries.ts';
import type { CellProblem } from '../imported-resource.ts';
import { type ImportPlan, insertErrorFile } from '../imports.queries.ts';
import { nameOfErrors } from '../notes.ts';

const pageSize = 1000;

/** Writes rejected rows unchanged with their problems to a CSV file, to correct and upload again. */
export async function writeErrorFile(run: JobRun, plan: ImportPlan): Promise<JobFile> {
  const key = `imports/${newId()}.csv`;
  const lines = stringify({ delimiter: plan.delimiter, bom: true });
  const source = Readable.from(linesOf(run, plan));
  source.on('error', (error) => lines.destroy(error));
  await run.services.storage.putStream(key, source.pipe(lines));
  const name = nameOfErrors(plan.fileName);
  await run.services.storage.removeOnFailure(key, () =>
    run.inTransaction((tx) =>
      insertErrorFile(tx, { id: newId(), storageKey: key, name, createdBy: idOf(run.actor) }),
    ),
  );
  return { key, name };
}

/** Includes the value, because it is hard to find in a wide file. */
function messageOf({ column, value, message }: CellProblem): string {
  const shown = value === null || message.includes(value) ? '' : ` (“${value}”)`;
  return `${column ? `${column}: ` : ''}${message}${shown}`;
}

async function* linesOf(run: JobRun, plan: ImportPlan): AsyncGenerator<string[]> {
  yield [...plan.columns, 'Row', 'Problem'].map(neutral);
  for (let last = 0; ; ) {
    const rows = await run.inTransaction((tx) => errorsAfter(tx, plan.id, last, pageSize));
    for (const { row, cells, problems } of rows) {
      const messages = problems.map(messageOf);
      const padded = plan.columns.map((_, index) => cells[index] ?? '');
      yield [...padded.map(neutral), String(row), neutral(messages.join('; '))];
      last = row;
    }
    if (rows.length < pageSize) return;
  }
}
