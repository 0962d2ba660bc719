import net from 'node:net';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { WrongSettings } from './settings.ts';

const secondsToStop = 25;

/** Stops everything that this process started, in reverse order. */
export class Lifecycle {
  readonly #steps: (() => unknown)[] = [];
  #stopping = false;

  /** Shuts down in order on Ctrl-C, on SIGTERM, and when the parent process exits. */
  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.stop(0));
    process.on('disconnect', () => this.stop(0));
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  onStop(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Repeated calls have no effect: under npm, one Ctrl-C arrives several times. */
  async stop(exitCode: number): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    setTimeout(() => {
      console.error(`Aisle did not stop within ${secondsToStop} s and was ended.`);
      process.exit(1);
    }, secondsToStop * 1000).unref();
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        console.error(`While stopping: ${oneLine(error)}`);
      }
    }
    process.exit(exitCode);
  }

  /**
   * Prints the reason in one line and stops. Errors that an operator can fix have no stack trace; others only have one with
   * LOG_LEVEL=debug.
   */
  fail(error: unknown): Promise<void> {
    if (this.#stopping) return Promise.resolve();
    const expected = error instanceof StartupProblem || error instanceof WrongSettings;
    const isLoud = ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '');
    if (expected) console.error(error.message);
    else console.error(isLoud ? error : `Aisle stopped: ${oneLine(error)} (LOG_LEVEL=debug shows more)`);
    return this.stop(error instanceof WrongSettings ? 2 : 1);
  }
}

function oneLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  return lines.map((line) => line.trim()).join(' ');
}

/** Detects a port in use before the work of a first start rather than after it. */
export async function mustBeFree(host: string, port: number): Promise<void> {
  const probe = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen({ host, port }, resolve);
    });
  } catch (error) {
    throw listenProblem(error, host, port);
  }
  await new Promise((resolve) => probe.close(resolve));
}

export function listenProblem(error: unknown, host: string, port: number): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop that one, or set another PORT.`,
    EACCES: `Not allowed to listen on port ${port}. Set a PORT of 1024 or more.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set another HOST.`,
    ENOTFOUND: `There is no address ${host}. Set another HOST.`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason ? new StartupProblem(reason) : error;
}
