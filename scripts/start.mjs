import './lib/node-version.mjs';
import { installWhenNeeded } from './lib/install.mjs';
import { inRoot, pinnedNode, stopWith, withCompiled } from './lib/project.mjs';
import { runTogether } from './lib/run.mjs';
import { buildWebWhenStale } from './lib/web.mjs';

// Starts a shop from a fresh clone: installs and builds everything that is missing, and starts the server.
await installWhenNeeded();
// The server creates its database and the demo marketplace in the meantime, and waits for the web app before it is ready.
const built = buildWebWhenStale().then(({ code, output }) => {
  if (code !== 0) stopWith(`${output.trim()}\nThe web app could not be built: see above.`);
  return 'web app built';
});
// In a terminal, prints only messages for people; one line per request is for logs.
const LOG_LEVEL = process.env.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info');
const env = { ...withCompiled(), LOG_LEVEL };
process.exitCode = await runTogether([
  {
    command: pinnedNode(),
    args: [inRoot('server', 'src', 'main.ts'), '--await-web-app'],
    env,
    message: built,
  },
]);
