import { parseArgs } from 'node:util';
import type pg from 'pg';
import { connected, openBenchDatabase } from './database.ts';
import { spread } from './fill/draws.ts';
import { Connection } from './http.ts';
import { recordAll } from './measure.ts';
import { people } from './people.ts';
import type { RecordedTransaction } from './record.ts';
import { scenarios } from './scenarios/index.ts';
import { missingRoutes } from './scenarios/scenario.ts';
import { renewSessions, startServer } from './server.ts';
import { sizeOf } from './sizes.ts';

// Prints the work of the database for a request, statement by statement: npm run bench:explain -- --size M --only "order list"
// prints the plans of slow statements; --all prints all plans.
const { values: args } = parseArgs({
  options: {
    size: { type: 'string' },
    url: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    /** The minimum time in milliseconds of a statement whose plan is printed. */
    from: { type: 'string', default: '5' },
    all: { type: 'boolean', default: false },
  },
});
const requestsEach = 6;

const size = sizeOf(args.size).name;
const database = await openBenchDatabase({ size, url: args.url, data: args.data });
try {
  await connected(database.config, async (client) => {
    await renewSessions(client);
    const server = await startServer(database.config);
    try {
      const reads = scenarios.filter(({ kind }) => kind !== 'write');
      for (const scenario of reads.filter((each) => each.name.includes(args.only))) {
        if (missingRoutes(scenario).length > 0) continue;
        console.log(`\n=== ${scenario.name}`);
        const connection = await Connection.open(server.port, people[scenario.who]);
        const targets = await scenario.prepare({ client, call: connection.call }, 0);
        const some = spread(targets, requestsEach);
        const requests = await recordAll(scenario, { server }, connection, some, 'keep');
        connection.close();
        for (const [index, transactions] of requests.entries()) {
          console.log(`--- ${JSON.stringify(some[index])}`);
          for (const transaction of transactions) await explain(transaction);
        }
      }
    } finally {
      await server.stop();
    }
  });
} finally {
  await database.stop();
}

interface Plan {
  'QUERY PLAN': string;
}
async function explain({ login, opening, statements }: RecordedTransaction): Promise<void> {
  await connected(login as pg.ClientConfig, async (client) => {
    await client.query(opening);
    for (const { text, values } of statements) {
      if (text.startsWith('explain')) continue;
      // Runs twice, because the first run reads data that is in memory later.
      const ask = () =>
        client.query<Plan>({ text: `EXPLAIN (ANALYZE, BUFFERS) ${text}`, ...(values && { values }) });
      await ask();
      const lines = (await ask()).rows.map((row) => row['QUERY PLAN']);
      const ms = Number(/[\d.]+/.exec(lines.at(-1)!)?.[0]);
      const buffers = lines.find((line) => line.includes('Buffers:'))?.trim();
      console.log(`${ms.toFixed(2)} ms  ${buffers}  ${text.replace(/\s+/g, ' ').slice(0, 90)}…`);
      if (args.all || ms >= Number(args.from)) console.log(`${text}\n${lines.join('\n')}\n`);
    }
    await client.query('ROLLBACK');
  });
}
