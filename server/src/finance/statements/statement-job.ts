import type { StatementsInput } from '@aisle/contract/finance/statements';
import { Problem } from '../../core/problem.ts';
import type { JobWork } from '../../system/jobs/job-run.ts';
import { locationsToBill, statementsOfJob } from './create-statement.queries.ts';
import { makeStatement } from './create-statement.ts';

export type StatementsJobInput = Omit<StatementsInput, 'locationId'>;

/** The result for one location; without a statement, the reason. */
interface LocationResult {
  locationId: string;
  locationName: string;
  statementId: string | null;
  number: string | null;
  total: number | null;
  problem: string | null;
}

/** Creates a statement for each location with unbilled entries. A failed one doesn't stop the others. */
export const statementsWork: JobWork = async (run) => {
  const period = run.input as StatementsJobInput;
  const [before, locations] = await run.inTransaction(async (tx) => [
    // If a killed server had started the job, some statements already exist.
    await statementsOfJob(tx, run.id, period.to),
    await locationsToBill(tx, period.to),
  ]);
  const results: LocationResult[] = before.map((made) => ({ ...made, problem: null }));
  const total = before.length + locations.length;
  for (const { locationId, locationName } of locations) {
    await run.progress(results.length, total);
    results.push({ locationId, locationName, ...(await outcomeOf(() => stateLocation(locationId))) });
  }
  await run.progress(total, total);
  const created = results.filter(({ problem }) => problem === null).length;
  return { data: { created, failed: results.length - created, results }, files: [] };

  function stateLocation(locationId: string) {
    return run.inTransaction((tx) => makeStatement(tx, run.actor, { locationId, ...period }));
  }
};

type Outcome = Omit<LocationResult, 'locationId' | 'locationName'>;
async function outcomeOf(make: () => ReturnType<typeof makeStatement>): Promise<Outcome> {
  try {
    const { _id, number, total } = await make();
    return { statementId: _id, number, total, problem: null };
  } catch (error) {
    const problem =
      error instanceof Problem
        ? (error.fields?.[0]?.message ?? error.message)
        : 'Something went wrong on our side. Please try again';
    return { statementId: null, number: null, total: null, problem };
  }
}
