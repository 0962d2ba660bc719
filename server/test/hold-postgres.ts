import { startPostgres } from '../src/core/postgres/postgres.ts';
import { StartupProblem } from '../src/core/postgres/startup-problem.ts';

// Starts the embedded PostgreSQL on a folder and holds it until it is told to stop, as the server does.
try {
  const postgres = await startPostgres({ dataDir: process.argv[2] ?? '' });
  postgres.died.then((line) => {
    console.log(`died ${line}`);
    process.exit(1);
  });
  process.on('SIGTERM', () => postgres.stop().then(() => process.exit(0)));
  console.log(`ready ${JSON.stringify(postgres.connection)}`);
  setInterval(() => {}, 60_000);
} catch (error) {
  if (!(error instanceof StartupProblem)) throw error;
  console.log(`problem ${error.message}`);
  process.exitCode = 1;
}
