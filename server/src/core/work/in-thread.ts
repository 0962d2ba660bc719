// The side of a worker thread: see threads.ts.
import type { MessagePort } from 'node:worker_threads';
import { type Failure, toFailure } from './problem-message.ts';

/** What a thread can be asked for, by name; inputs and outputs are copied from one thread to the other. */
export type Calls = Record<string, (input: never) => unknown>;

export interface Question {
  name: string;
  input: unknown;
}
export type Reply = { started: true } | { output: unknown } | Failure;

/** Serves the calls of one piece of work, one after the other, until its port is closed. */
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
    // The other side's type holds each input to its call.
    return { output: await calls[name]!(input as never) };
  } catch (error) {
    return toFailure(error);
  }
}
