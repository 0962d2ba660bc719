// Custom code: Node's maxConnections counts all connections alike and refuses the newest one.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface ConnectionBounds {
  /** Maximum connections of one address, or of one /64 network of IPv6. */
  perAddress: number;
  /** Maximum connections in total. Each uses memory and a file descriptor. */
  total: number;
  /** Extra connections from this machine, for the probes of a supervisor. */
  probes: number;
}
export const defaultConnections: ConnectionBounds = { perAddress: 500, total: 5_000, probes: 20 };

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** An IPv6 host can have any address of its /64 network. */
function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

/**
 * Limits the connections of one address, and of all addresses. At the total limit, a new connection replaces the one that has
 * been idle longest, so that silent connections never block others.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #isTrusted: (address: string) => boolean;
  readonly #requests = new Map<Socket, number>();
  /** Connections without a request in progress, the longest idle first. */
  readonly #idle = new Set<Socket>();
  readonly #byNetwork = new Map<string, number>();
  readonly #probes = new Set<Socket>();

  constructor(server: Server, bounds: ConnectionBounds, isTrusted: (address: string) => boolean) {
    this.#bounds = bounds;
    this.#isTrusted = isTrusted;
    server.on('connection', (socket) => this.#accept(socket));
    server.on('request', ({ socket }, response) => {
      this.#count(socket, 1);
      response.once('close', () => this.#count(socket, -1));
    });
  }

  /** Whether a connection was accepted only for a probe. */
  isForProbes = (socket: Socket): boolean => this.#probes.has(socket);

  #accept(socket: Socket): void {
    const { remoteAddress: address } = socket;
    if (address === undefined) return void socket.destroy();
    const network = networkOf(address);
    const hasRoom = this.#isTrusted(address) || (this.#byNetwork.get(network) ?? 0) < this.#bounds.perAddress;
    if (hasRoom && (this.#requests.size < this.#bounds.total || this.#closeIdle())) {
      this.#admit(socket, network);
    } else if (isLoopback(address)) this.#admitProbe(socket);
    else socket.destroy();
  }

  #admit(socket: Socket, network: string): void {
    this.#requests.set(socket, 0);
    this.#idle.add(socket);
    this.#byNetwork.set(network, (this.#byNetwork.get(network) ?? 0) + 1);
    socket.once('close', () => {
      this.#requests.delete(socket);
      this.#idle.delete(socket);
      const left = this.#byNetwork.get(network)! - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    });
  }

  /**
   * When all probe connections are taken, replaces the oldest one, so that a silent connection can't block the next probe.
   * Probes send their request at once.
   */
  #admitProbe(socket: Socket): void {
    const [oldest] = this.#probes;
    if (oldest && this.#probes.size >= this.#bounds.probes) {
      this.#probes.delete(oldest);
      oldest.destroy();
    }
    this.#probes.add(socket);
    socket.once('close', () => this.#probes.delete(socket));
  }

  #closeIdle(): boolean {
    const [oldest] = this.#idle;
    if (!oldest) return false;
    this.#idle.delete(oldest);
    this.#requests.delete(oldest);
    oldest.destroy();
    return true;
  }

  #count(socket: Socket, change: 1 | -1): void {
    const before = this.#requests.get(socket);
    if (before === undefined) return;
    this.#requests.set(socket, before + change);
    if (before + change === 0) this.#idle.add(socket);
    else this.#idle.delete(socket);
  }
}
