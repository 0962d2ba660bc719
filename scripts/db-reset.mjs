import './lib/node-version.mjs';
import { installWhenNeeded } from './lib/install.mjs';
import { inRoot, pinnedNode } from './lib/project.mjs';
import { runTogether } from './lib/run.mjs';

// The settings contain the data folder, and only the server's own code detects whether the folder is in use.
await installWhenNeeded();
const script = inRoot('server', 'src', 'core', 'postgres', 'reset.ts');
process.exitCode = await runTogether([{ command: pinnedNode(), args: [script] }]);
