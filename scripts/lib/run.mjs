import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from './project.mjs';

/** Every running child, and whether it leads a group of processes. */
const children = new Map();
let stopping = false;
/** Whether a program of `runTogether` has ended, so that everything else ends as well. */
let ending = false;

/** Runs a program without input until it ends, and returns its exit code and output. */
export function run(command, args, { cwd = root, env = process.env, show = false } = {}) {
  return new Promise((resolve) => {
    // Starts a new process group, so that a signal also reaches programs that npm's shells have started.
    const detached = process.platform !== 'win32';
    const child = keep(
      spawn(command, args, { cwd, env, detached, stdio: ['ignore', 'pipe', 'pipe'] }),
      detached,
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        if (show) process.stdout.write(chunk);
        else output += chunk;
      });
    }
    child.once('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }));
    child.once('close', (code) => {
      // Other programs may take longer to stop.
      if (stopping && children.size === 0) process.exit(1);
      if (!stopping && !ending) resolve({ code: code ?? 1, output });
    });
  });
}

/** npm as it was called, otherwise the one on the path. */
export function npm(args, options) {
  const program = process.env.npm_execpath;
  if (program?.endsWith('.js')) return run(process.execPath, [program, ...args], options);
  return process.platform === 'win32'
    ? run('cmd', ['/c', 'npm', ...args], options)
    : run('npm', args, options);
}

/**
 * Runs long-lived programs until the first one ends, then ends the others; returns its exit code. Each has a channel to this
 * process. If this process is killed, the channel closes and they stop by themselves. `message` is a promise: the program gets
 * its value through the channel.
 */
export async function runTogether(programs) {
  const ended = programs.map(({ command, args, cwd = root, env = process.env, message }) => {
    const child = keep(spawn(command, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }));
    message?.then((value) => child.connected && child.send(value));
    return new Promise((resolve) => {
      child.once('error', (error) => {
        console.error(error.message);
        resolve(1);
      });
      child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
    });
  });
  const code = await Promise.race(ended);
  ending = true;
  hand('SIGTERM');
  await Promise.all(ended);
  return code;
}

function keep(child, isGroup = false) {
  children.set(child, isGroup);
  child.once('exit', () => children.delete(child));
  child.once('error', () => children.delete(child));
  return child;
}

function hand(signal) {
  for (const [child, isGroup] of children) {
    if (isGroup) process.kill(-child.pid, signal);
    else child.kill(signal);
  }
}

function stop(signal) {
  stopping = true;
  if (children.size === 0) process.exit(1);
  hand(signal);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

// npm sends a signal only to the shell that it started, which doesn't forward it. If npm is killed, it sends no signal at all.
// In both cases this process notices that its parents have changed.
if (process.env.npm_lifecycle_event) {
  const before = above();
  setInterval(() => {
    if (above() !== before && !stopping) stop('SIGTERM');
  }, 300).unref();
}

/** The parent process and, where it can be read, its parent: npm, with or without a shell in between. */
function above() {
  if (process.platform !== 'linux') return String(process.ppid);
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'utf8');
    return `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`;
  } catch {
    return String(process.ppid);
  }
}
