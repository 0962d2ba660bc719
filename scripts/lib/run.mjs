import { spawn } from 'node:child_process';
import { root } from './project.mjs';

/** Runs a program to its end without a keyboard, and answers its exit code and what it printed. */
export function run(command, args, { cwd = root, env = process.env, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        if (show) process.stdout.write(chunk);
        else output += chunk;
      });
    }
    child.once('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** npm itself, as it was called, else the one on the path. */
export function npm(args, options) {
  const program = process.env.npm_execpath;
  if (program?.endsWith('.js')) return run(process.execPath, [program, ...args], options);
  const windows = process.platform === 'win32';
  return windows ? run('cmd', ['/c', 'npm', ...args], options) : run('npm', args, options);
}

/**
 * Runs long-lived programs until the first of them ends, hands on every signal, and leaves none behind.
 *
 * Each has a channel to this process: should this one be killed, the channel closes and they stop by
 * themselves. And when npm is killed above us, nobody tells us, so we look who our parent is.
 */
export async function runTogether(programs) {
  const children = programs.map(({ command, args, cwd = root, env = process.env }) =>
    spawn(command, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
  );
  const tell = (signal) => {
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => tell(signal));
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) tell('SIGTERM');
  }, 500);

  const ended = children.map(
    (child) =>
      new Promise((resolve) => {
        child.once('error', (error) => {
          console.error(error.message);
          resolve(1);
        });
        child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
      }),
  );
  const code = await Promise.race(ended);
  tell('SIGTERM');
  await Promise.all(ended);
  clearInterval(watch);
  return code;
}
