import { startPostgres } from '../src/postgres.ts';
import { StartupProblem } from '../src/startup-problem.ts';

// Starts the embedded PostgreSQL on a folder and runs it until it is stopped, like the server does.
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
