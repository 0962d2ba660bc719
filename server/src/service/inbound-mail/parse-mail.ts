import { Worker } from 'node:worker_threads';
import { problem } from '../../core/problem.ts';
import type { ParseAnswer, ParseRequest } from './mail-worker.ts';
import type { ParsedMail } from './parsed-mail.ts';

const patienceMs = 20_000;
const restsAfterMs = 30_000;
const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

const unreadable = (reason: string) => problem('support.unreadable-mail', { reason });

interface Waiting {
  resolve: (mail: ParsedMail) => void;
  reject: (error: Error) => void;
}

/** Parses emails one after the other in a thread, which is replaced if an email takes too much time or memory. */
class MailParser {
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #rest: NodeJS.Timeout | undefined;
  #count = 0;

  parse(file: string): Promise<ParsedMail> {
    const parsed = this.#turn.then(() => this.#parseNow(file));
    this.#turn = parsed.catch(() => undefined);
    return parsed;
  }

  async #parseNow(file: string): Promise<ParsedMail> {
    clearTimeout(this.#rest);
    const { promise, resolve, reject } = Promise.withResolvers<ParsedMail>();
    this.#waiting = { resolve, reject };
    const worker = this.#started();
    const late = setTimeout(() => this.#fail(worker, 'it takes too long'), patienceMs);
    this.#count += 1;
    const request: ParseRequest = { id: this.#count, file };
    worker.postMessage(request);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      this.#waiting = undefined;
      this.#rest = setTimeout(() => this.#drop(), restsAfterMs);
      this.#rest.unref();
    }
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./mail-worker.ts', import.meta.url), { resourceLimits: limits });
    worker.unref();
    worker.on('message', (answer: ParseAnswer) => {
      if (answer.id !== this.#count) return;
      if ('mail' in answer) this.#waiting?.resolve(answer.mail);
      else this.#waiting?.reject(unreadable(answer.failed.slice(0, 200)));
    });
    worker.on('error', () => this.#fail(worker, 'it takes too much memory'));
    worker.on('exit', () => this.#fail(worker, 'it is damaged'));
    this.#worker = worker;
    return worker;
  }

  #fail(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#drop();
    this.#waiting?.reject(unreadable(reason));
  }

  #drop(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}

const parser = new MailParser();
/** Parses the raw email of a file. Throws a problem for one that can't be read. */
export const parseMail = (file: string): Promise<ParsedMail> => parser.parse(file);
