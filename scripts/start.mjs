import './lib/node-version.mjs';
import { installWhenNeeded } from './lib/install.mjs';
import { inRoot, pinnedNode, stopWith, withCompiled } from './lib/project.mjs';
import { runTogether } from './lib/run.mjs';
import { buildWebWhenStale } from './lib/web.mjs';

// Starts a shop from a fresh clone: installs and builds everything that is missing, then starts the server.
await installWhenNeeded();
const built = await buildWebWhenStale();
if (built.code !== 0) stopWith(`${built.output.trim()}\nThe web app could not be built: see above.`);
// In a terminal, prints only messages for people; one line per request is for logs.
const LOG_LEVEL = process.env.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info');
const env = { ...withCompiled(), LOG_LEVEL };
process.exitCode = await runTogether([
  { command: pinnedNode(), args: [inRoot('server', 'src', 'main.ts')], env },
]);
