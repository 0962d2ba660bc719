// Runs inside a worker thread; see threads.ts.
import type { MessagePort } from 'node:worker_threads';
import { type Failure, toFailure } from './problem-message.ts';

/** The calls that a thread offers, by name. Inputs and outputs are copied between threads. */
export type Calls = Record<string, (input: never) => unknown>;

export interface Question {
  name: string;
  input: unknown;
}
export type Reply = { started: true } | { output: unknown } | Failure;

/** Serves the calls of one task, one after another, until its port is closed. */
export const serveCalls =
  (begin: () => Calls) =>
  (port: MessagePort): Promise<void> =>
    new Promise((resolve) => {
      const calls = begin();
      port.on('close', resolve);
      port.on('message', async ({ name, input }: Question) => {
        port.postMessage(await replyOf(calls, name, input));
      });
      port.postMessage({ started: true } satisfies Reply);
    });

async function replyOf(calls: Calls, name: string, input: unknown): Promise<Reply> {
  try {
    // The caller's type matches each input to its call.
    return { output: await calls[name]!(input as never) };
  } catch (error) {
    return toFailure(error);
  }
}
