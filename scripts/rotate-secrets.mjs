import './lib/node-version.mjs';
import { installWhenNeeded } from './lib/install.mjs';
import { inRoot, pinnedNode } from './lib/project.mjs';
import { runTogether } from './lib/run.mjs';

await installWhenNeeded();
const script = inRoot('server', 'src', 'system', 'secrets', 'command.ts');
process.exitCode = await runTogether([{ command: pinnedNode(), args: [script, ...process.argv.slice(2)] }]);
