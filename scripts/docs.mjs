// Builds the documentation site into docs/dist, or with --watch serves it while you write.
import './lib/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inRoot } from './lib/project.mjs';

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: inRoot('docs'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

// The generator is larger than all that Aisle needs to run, so it is installed only here.
if (!existsSync(inRoot('docs', 'node_modules', 'vitepress'))) {
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}
run('npx', ['vitepress', process.argv.includes('--watch') ? 'dev' : 'build', '.']);
