import './lib/node-version.mjs';
import { installWhenNeeded } from './lib/install.mjs';
import { inRoot, pinnedNode } from './lib/project.mjs';
import { runTogether } from './lib/run.mjs';

await installWhenNeeded();
const script = inRoot('server', 'src', 'system', 'backups', 'command.ts');
const args = [script, 'upgrade-data', ...process.argv.slice(2)];
process.exitCode = await runTogether([{ command: pinnedNode(), args }]);
