import './lib/node-version.mjs';
import { installWhenNeeded } from './lib/install.mjs';
import { inRoot, pinnedNode } from './lib/project.mjs';
import { runTogether } from './lib/run.mjs';

await installWhenNeeded();
const script = inRoot('server', 'src', 'system', 'monitoring', 'doctor-command.ts');
const args = [script];
process.exitCode = await runTogether([{ command: pinnedNode(), args }]);
