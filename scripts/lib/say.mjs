import { hostname } from 'node:os';

const { stdout } = process;

/** Prints a line of the start: text in a terminal, elsewhere JSON like the server's log. */
export function say(text) {
  const line = { level: 30, time: Date.now(), pid: process.pid, hostname: hostname(), msg: text };
  stdout.write(`${stdout.isTTY ? text : JSON.stringify(line)}\n`);
}

/** Shows the progress of some work: in a terminal, as a line that is rewritten every second until the work is over. */
export async function sayWhile(work, textNow) {
  if (!stdout.isTTY) {
    say(textNow());
    return work;
  }
  const draw = () => stdout.write(`\r${textNow()}\u001b[K`);
  draw();
  const timer = setInterval(draw, 1000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    draw();
    stdout.write('\n');
  }
}
