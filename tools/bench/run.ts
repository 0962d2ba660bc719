// A custom tool instead of autocannon: it signs in, encrypts, and measures the database's share of each response.
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connected, openBenchDatabase } from './database.ts';
import { measure, type Outcome } from './measure.ts';
import { printBars, printTable, type SizeReport } from './report.ts';
import { scenarios } from './scenarios/index.ts';
import { missingRoutes } from './scenarios/scenario.ts';
import { renewSessions, startServer } from './server.ts';
import { sizeOf } from './sizes.ts';

// Measures the server on a filled database:  npm run bench -- --size S   or   --compare S,M
const { values: args } = parseArgs({
  options: {
    size: { type: 'string' },
    compare: { type: 'string' },
    url: { type: 'string' },
    data: { type: 'string' },
    /** Only scenarios whose name contains this text. */
    only: { type: 'string', default: '' },
    /** The duration of each of the four parts of a read. */
    seconds: { type: 'string', default: '3' },
    writes: { type: 'string', default: '1000' },
  },
});
const sizes = (args.compare ?? args.size ?? '').split(',').map((name) => sizeOf(name).name);
const reports: SizeReport[] = [];
for (const size of sizes) {
  const report = { size, outcomes: await benchOf(size) };
  printTable(report);
  reports.push(report);
}
await keep(reports);
if (!printBars(reports)) process.exitCode = 1;

async function benchOf(size: string): Promise<Outcome[]> {
  const database = await openBenchDatabase({ size, url: args.url, data: args.data });
  try {
    return await connected(database.config, async (client) => {
      await renewSessions(client);
      const server = await startServer(database.config);
      try {
        const bench = { server, client, seconds: Number(args.seconds), writes: Number(args.writes) };
        const outcomes: Outcome[] = [];
        for (const scenario of scenarios.filter(({ name }) => name.includes(args.only))) {
          const missing = missingRoutes(scenario).map(({ path }) => path);
          process.stderr.write(`${size}: ${scenario.name} …\n`);
          outcomes.push(
            missing.length === 0
              ? await measure(scenario, bench)
              : {
                  name: scenario.name,
                  kind: scenario.kind,
                  skipped: `no ${missing.join(', ')} yet`,
                },
          );
        }
        return outcomes;
      } finally {
        await server.stop();
      }
    });
  } finally {
    await database.stop();
  }
}

async function keep(all: SizeReport[]): Promise<void> {
  const folder = path.join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const at = new Date().toISOString();
  const machine = { cpu: os.cpus()[0]?.model, cores: os.cpus().length, load: os.loadavg()[0] };
  const file = path.join(folder, `${at.slice(0, 19).replaceAll(':', '-')}.json`);
  await writeFile(file, JSON.stringify({ at, machine, reports: all }, null, 2));
  console.log(`\nKept in ${path.relative(process.cwd(), file)}`);
}
