import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type pg from 'pg';
import { spread } from './fill/draws.ts';
import { Connection } from './http.ts';
import type { Extent, Job, Measured } from './load.ts';
import { people } from './people.ts';
import type { RecordedTransaction } from './record.ts';
import { type Bar, type Kind, type Scenario, statementsByRows } from './scenarios/scenario.ts';
import type { BenchServer } from './server.ts';

export const concurrencies = [1, 16] as const;
type Concurrency = (typeof concurrencies)[number];
export interface Figures {
  p50: number;
  p99: number;
  perSecond: number;
  barePerSecond: number;
  /** Milliseconds of the server's processor time per request, which doesn't depend on other load of the machine. */
  cpu: number;
}
export interface Outcome {
  name: string;
  kind: Kind;
  bar?: Bar | undefined;
  /** The reason why there are no measurements. */
  skipped?: string;
  at?: Record<Concurrency, Figures>;
  statements?: number;
  bytes?: number;
  /** The statements of the list for 5 and for 100 rows. */
  byRows?: { few: number; many: number };
}
export interface Bench {
  server: BenchServer;
  client: pg.Client;
  seconds: number;
  /** The number of writes of each kind per concurrency. */
  writes: number;
}

export async function measure(scenario: Scenario, bench: Bench): Promise<Outcome> {
  const { name, kind, bar } = scenario;
  const connection = await Connection.open(bench.server.port, people[scenario.who]);
  const shop = { client: bench.client, call: connection.call };
  try {
    const targets = await scenario.prepare(shop, bench.writes * 4);
    if (targets.length === 0) return { name, kind, skipped: 'finds nothing to ask for' };
    const measured =
      kind === 'write'
        ? await measureWrites(scenario, bench, connection, targets)
        : await measureReads(scenario, bench, connection, targets);
    const byRows =
      kind === 'list' ? await statementsByRows(scenario, connection.call, targets[0]) : undefined;
    return { name, kind, bar, ...measured, ...(byRows && { byRows }) };
  } catch (error) {
    return { name, kind, skipped: `failed: ${(error as Error).message}` };
  } finally {
    connection.close();
    if (scenario.returnToLots) await scenario.returnToLots(bench.client);
  }
}

async function measureReads(scenario: Scenario, bench: Bench, connection: Connection, targets: unknown[]) {
  const transactions = await recordAll(scenario, bench, connection, spread(targets, 40), 'keep');
  const extent = { seconds: bench.seconds };
  return gather(async (concurrency) => ({
    served: await loadServer(scenario, bench, targets, concurrency, extent),
    bare: await load({ kind: 'bare', transactions, concurrency, extent }),
  }));
}

/** Every write has its own target and is executed once: by the server, or by the bare driver. */
async function measureWrites(scenario: Scenario, bench: Bench, connection: Connection, targets: unknown[]) {
  const quarter = Math.floor(targets.length / 4);
  const part = (index: number) => targets.slice(index * quarter, (index + 1) * quarter);
  // A scenario whose later requests use the response of an earlier write needs that write to be committed; other scenarios are
  // recorded and rolled back.
  const keeps = scenario.routes.length > 1;
  const recorded: RecordedTransaction[][][] = [];
  for (const index of [2, 3]) {
    recorded.push(await recordAll(scenario, bench, connection, part(index), keeps ? 'keep' : 'undo'));
  }
  if (keeps) await scenario.returnToLots?.(bench.client);
  const extent = { once: true } as const;
  return gather(async (concurrency) => {
    const nth = concurrencies.indexOf(concurrency);
    return {
      served: await loadServer(scenario, bench, part(nth), concurrency, extent),
      bare: await load({ kind: 'bare', transactions: recorded[nth]!, concurrency, extent }),
    };
  });
}

/** The transactions of each of these requests. */
export async function recordAll(
  scenario: Scenario,
  { server }: Pick<Bench, 'server'>,
  connection: Connection,
  targets: unknown[],
  mode: 'keep' | 'undo',
): Promise<RecordedTransaction[][]> {
  const { userId } = people[scenario.who];
  const all: RecordedTransaction[][] = [];
  for (const target of targets) {
    await server.record(mode);
    try {
      await scenario.run(connection.call, target);
    } finally {
      const recorded = await server.record('off');
      // The server also sends other statements to the database.
      all.push(recorded.filter(({ opening }) => opening.includes(userId)));
    }
  }
  return all;
}

type Served = Measured & { cpu: number };
async function gather(both: (concurrency: Concurrency) => Promise<{ served: Served; bare: Measured }>) {
  const at = {} as Record<Concurrency, Figures>;
  let [statements, bytes] = [0, 0];
  for (const concurrency of concurrencies) {
    const { served, bare } = await both(concurrency);
    const part = (share: number) =>
      served.times[Math.min(served.times.length - 1, Math.floor(served.times.length * share))] ?? 0;
    at[concurrency] = {
      p50: part(0.5),
      p99: part(0.99),
      perSecond: served.perSecond,
      barePerSecond: bare.perSecond,
      cpu: served.cpu,
    };
    statements = Math.max(statements, served.statements);
    bytes = served.bytes;
  }
  return { at, statements, bytes };
}

async function loadServer(
  scenario: Scenario,
  { server }: Bench,
  targets: unknown[],
  concurrency: number,
  extent: Extent,
): Promise<Served> {
  const before = await server.cpu();
  const { port } = server;
  const measured = await load({ kind: 'http', port, scenario: scenario.name, targets, concurrency, extent });
  return { ...measured, cpu: ((await server.cpu()) - before) / measured.turns };
}

type Answer = { measured?: Measured; problem?: string };
async function load(job: Job): Promise<Measured> {
  const child = fork(path.join(import.meta.dirname, 'load.ts'), { serialization: 'advanced' });
  child.send(job);
  const ended = once(child, 'disconnect').then(() => {
    throw new Error('The load ended without an answer');
  });
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
  if (!answer.measured) throw new Error(answer.problem);
  return answer.measured;
}
