import pg from 'pg';
import { Connection } from './http.ts';
import { people } from './people.ts';
import type { RecordedTransaction } from './record.ts';
import { scenarios } from './scenarios/index.ts';

// Generates load in a separate process, which gets one job, sends its measurements and ends.

/** Runs each target once, or repeats all of them for a number of seconds. */
export type Extent = { once: true } | { seconds: number };
export type Job = { concurrency: number; extent: Extent } & (
  | { kind: 'http'; port: number; scenario: string; targets: unknown[] }
  | { kind: 'bare'; transactions: RecordedTransaction[][] }
);
export interface Measured {
  /** In milliseconds, sorted. */
  times: number[];
  perSecond: number;
  /** All turns, including those before the measurement. */
  turns: number;
  statements: number;
  bytes: number;
}

process.once('message', async (job: Job) => {
  const answer = await measure(job).then(
    (measured) => ({ measured }),
    (error: Error) => ({ problem: error.message }),
  );
  // The message about many fast turns is long and takes a while to send.
  process.send?.(answer, () => process.exit());
});

type Worker = { run: (turn: number) => Promise<Noted>; close: () => unknown };
interface Noted {
  statements: number;
  bytes: number;
}

async function measure(job: Job): Promise<Measured> {
  const workers = await Promise.all(
    Array.from({ length: job.concurrency }, () => (job.kind === 'http' ? httpWorker(job) : bareWorker(job))),
  );
  const count = job.kind === 'http' ? job.targets.length : job.transactions.length;
  // The first turns include the cost of connections, plans and caches, which is not measured.
  let measured: Measured;
  if ('seconds' in job.extent) {
    const before = await turns(workers, { seconds: Math.min(1, job.extent.seconds / 3) });
    measured = await turns(workers, { seconds: job.extent.seconds });
    measured.turns += before.turns;
  } else {
    const first = Math.ceil(count / 8);
    await turns(workers, { to: first });
    measured = await turns(workers, { from: first, to: count });
    measured.turns = count;
  }
  await Promise.all(workers.map((worker) => worker.close()));
  return measured;
}

async function turns(
  workers: Worker[],
  { seconds = Number.POSITIVE_INFINITY, from = 0, to = Number.POSITIVE_INFINITY },
): Promise<Measured> {
  const times: number[] = [];
  let [bytes, statements, turn] = [0, 0, from];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    workers.map(async ({ run }) => {
      while (turn < to && performance.now() < end) {
        const mine = turn;
        turn += 1;
        const since = performance.now();
        const noted = await run(mine);
        times.push(performance.now() - since);
        bytes += noted.bytes;
        statements = Math.max(statements, noted.statements);
      }
    }),
  );
  const perSecond = (times.length * 1000) / (performance.now() - begin);
  return {
    times: times.sort((a, b) => a - b),
    perSecond,
    turns: times.length,
    statements,
    bytes: bytes / times.length,
  };
}

async function httpWorker({ port, scenario: name, targets }: Job & { kind: 'http' }): Promise<Worker> {
  const scenario = scenarios.find((each) => each.name === name)!;
  const connection = await Connection.open(port, people[scenario.who]);
  const run = async (turn: number) => {
    const noted = { statements: 0, bytes: 0 };
    await scenario.run(
      async (route, sent) => {
        const got = await connection.call(route, sent);
        noted.statements += got.statements;
        noted.bytes += got.bytes;
        return got;
      },
      targets[turn % targets.length],
    );
    return noted;
  };
  return { run, close: () => connection.close() };
}

// Parses values with the server's types, so that both do the same work.
const readers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1700, Number],
  [1082, (text) => text],
  [1184, (text) => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    readers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Sends the server's statements in the same transactions and the same role, using only the driver. */
async function bareWorker({ transactions }: Job & { kind: 'bare' }): Promise<Worker> {
  const { login } = transactions[0]![0]!;
  const client = new pg.Client({ ...login, types });
  await client.connect();
  const run = async (turn: number) => {
    for (const { opening, statements } of transactions[turn % transactions.length]!) {
      await client.query(opening);
      for (const statement of statements) await client.query(statement);
      await client.query('COMMIT');
    }
    return { statements: 0, bytes: 0 };
  };
  return { run, close: () => client.end() };
}
