import { tellError, tellSuccess } from '../../core/notice.tsx';

/** Does the same to each row, one after the other, and says how it went: "3 of 5 brands switched off". */
export async function runEach<Row>(
  rows: readonly Row[],
  what: string,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  const reasons = new Set<string>();
  let done = 0;
  for (const row of rows) {
    try {
      await work(row);
      done += 1;
    } catch (error) {
      reasons.add(error instanceof Error ? error.message : String(error));
    }
  }
  const summary = `${done} of ${rows.length} ${what}`;
  if (reasons.size === 0) tellSuccess(summary);
  else tellError(`${summary}. ${[...reasons].join(' ')}`);
}
