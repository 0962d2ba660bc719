import './lib/node-version.mjs';
import { installWhenNeeded } from './lib/install.mjs';
import { inRoot, pinnedNode } from './lib/project.mjs';
import { runTogether } from './lib/run.mjs';

// The server restarts on every change. Vite updates changed screens in the browser and forwards /api to the server.
await installWhenNeeded();
const command = pinnedNode();
const api = `http://127.0.0.1:${process.env.PORT || 4000}`;
const pagePort = '5173';
const PUBLIC_URL = process.env.PUBLIC_URL || `http://localhost:${pagePort}`;
process.exitCode = await runTogether([
  {
    command,
    args: ['--watch', '--watch-preserve-output', inRoot('server', 'src', 'main.ts')],
    env: { ...process.env, PUBLIC_URL },
  },
  {
    command,
    args: [inRoot('node_modules', 'vite', 'bin', 'vite.js'), '--port', pagePort, '--strictPort'],
    cwd: inRoot('web'),
    env: { ...process.env, AISLE_API: api },
  },
]);
