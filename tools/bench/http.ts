import net from 'node:net';
import type { Envelope } from '@aisle/contract/core/envelope';
import type { Route } from '@aisle/contract/core/route';
import type { BenchPerson } from './people.ts';

export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}
export interface Got {
  data: unknown;
  bytes: number;
  /** The number of statements that the server reports, without BEGIN and COMMIT. */
  statements: number;
}
export type Call = (route: Pick<Route, 'method' | 'path'>, sent?: Sent) => Promise<Got>;

/**
 * One persistent connection that sends requests in sequence. A minimal HTTP client, because the load shares its two cores with
 * the measured server.
 */
export class Connection {
  readonly #socket: net.Socket;
  readonly #head: string;
  #pieces: Buffer[] = [];
  #length = 0;
  #wanted = Number.POSITIVE_INFINITY;
  #waiting: { resolve: (answer: Buffer) => void; reject: (reason: Error) => void } | undefined;

  private constructor(socket: net.Socket, person: BenchPerson) {
    this.#socket = socket;
    this.#head = `Host: localhost\r\nadmin-token: ${person.token}\r\n_id: ${person.userId}\r\nContent-Type: application/json\r\n`;
    socket.setNoDelay(true);
    socket.on('data', (piece) => this.#take(piece));
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection')));
    socket.on('error', (error) => this.#waiting?.reject(error));
  }

  static open(port: number, person: BenchPerson): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(new Connection(socket, person)));
      socket.once('error', reject);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  call: Call = async (route, sent = {}) => {
    const params = sent.params ?? {};
    const path = route.path.replace(/\{(\w+)\??\}/g, (_, name: string) => params[name] ?? '');
    const query = sent.query ? `?${new URLSearchParams(sent.query)}` : '';
    const body = sent.body === undefined ? '' : JSON.stringify(sent.body);
    const answer = await this.#ask(
      `${route.method} /api/v2${path}${query} HTTP/1.1\r\n${this.#head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    const end = answer.indexOf('\r\n\r\n');
    const head = answer.toString('latin1', 0, end);
    const text = () => answer.toString('utf8', end + 4);
    if (!head.startsWith('HTTP/1.1 200')) {
      throw new Error(`${route.method} ${route.path}: ${head.slice(9, 12)} ${text().slice(0, 500)}`);
    }
    return {
      // Reads the response only if requested, because reading costs more than sending.
      get data() {
        return (JSON.parse(text()) as Envelope).data;
      },
      bytes: answer.length - end - 4,
      statements: Number(/server-timing: db;desc="(\d+)"/i.exec(head)?.[1] ?? 0),
    };
  };

  #ask(request: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  #take(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#wanted === Number.POSITIVE_INFINITY) {
      const sofar = Buffer.concat(this.#pieces);
      const end = sofar.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /content-length: (\d+)/i.exec(sofar.toString('latin1', 0, end))?.[1];
      this.#wanted = end + 4 + Number(length ?? 0);
    }
    if (this.#length < this.#wanted) return;
    const answer = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    this.#wanted = Number.POSITIVE_INFINITY;
    this.#waiting?.resolve(answer);
    this.#waiting = undefined;
  }
}
